import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import { Question } from '../../design/confirmed-button.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { useReminderText } from './use-reminder-text.ts';

const OUTCOMES = ['remind', 'offer', 'recent', 'undeliverable', 'paused'] as const;

/** Reminds everybody who has not answered, after saying who gets a mail and who does not. */
export function RemindAll({ onClose }: { onClose: () => void }) {
  const reminders = useReminderText();
  const preview = useQuery({ ...routeQuery('POST /contracts/remind/preview'), staleTime: 0 });
  const mails = (preview.data?.remind ?? 0) + (preview.data?.offer ?? 0);
  return (
    <Question
      title={reminders.title}
      button={reminders.remind}
      disabled={mails === 0}
      send={() => call('POST /contracts/remind')}
      done={({ remind, offer }) => reminders.done(remind + offer)}
      onClose={onClose}
    >
      <Loaded query={preview} lines={2}>
        {(counts) => (
          <ul className="plain-list">
            {mails === 0 && <li>{reminders.none}</li>}
            {OUTCOMES.filter((outcome) => counts[outcome] > 0).map((outcome) => (
              <li key={outcome}>{reminders.counts[outcome](counts[outcome])}</li>
            ))}
          </ul>
        )}
      </Loaded>
    </Question>
  );
}
