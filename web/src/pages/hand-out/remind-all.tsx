import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import { Question } from '../../design/confirmed-button.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { useReminderText } from './use-reminder-text.ts';

const OUTCOMES = ['remind', 'offer', 'recent', 'undeliverable', 'paused'] as const;

/** Reminds everybody who has not answered, after saying who gets a mail and who does not. */
export function RemindAll({ onClose }: { onClose: () => void }) {
  const text = useReminderText();
  const preview = useQuery({ ...routeQuery('POST /contracts/remind/preview'), staleTime: 0 });
  const mails = (preview.data?.remind ?? 0) + (preview.data?.offer ?? 0);
  return (
    <Question
      title={text.title}
      button={text.remind}
      disabled={mails === 0}
      send={() => call('POST /contracts/remind')}
      done={({ remind, offer }) => text.done(remind + offer)}
      onClose={onClose}
    >
      <Loaded query={preview} lines={2}>
        {(counts) => (
          <ul className="plain-list">
            {mails === 0 && <li>{text.none}</li>}
            {OUTCOMES.filter((outcome) => counts[outcome] > 0).map((outcome) => (
              <li key={outcome}>{text.counts[outcome](counts[outcome])}</li>
            ))}
          </ul>
        )}
      </Loaded>
    </Question>
  );
}
