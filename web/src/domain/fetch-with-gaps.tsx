import { call } from '../api/client.ts';
import type { Pull } from '../api/routes.ts';
import { ConfirmedButton } from '../design/confirmed-button.tsx';
import { useMay } from '../session/context.ts';
import { useHrSourceText } from './use-hr-source-text.ts';

/** For values that may really be gone: then somebody confirms it, and the roster is fetched without them. */
export function FetchWithGaps({
  integrationId,
  pull: { code, field, purpose },
}: {
  integrationId: number;
  pull: Pick<Pull, 'code' | 'field' | 'purpose'>;
}) {
  const hrSource = useHrSourceText();
  const mayChange = useMay('change-people');
  if (!mayChange || code !== 'source-field-missing') return null;
  if (field !== 'terminationDate' && field !== 'absences') return null;
  return (
    <div>
      <ConfirmedButton
        size="small"
        label={hrSource.gaps}
        title={hrSource.gapsTitle}
        text={hrSource.gapsText[field]}
        danger
        send={() =>
          call('POST /integrations/:id/pulls', {
            params: { id: integrationId },
            body: { purpose, allowsGaps: true },
          })
        }
        done={hrSource.fetchStarted}
      />
    </div>
  );
}
