import { useState } from 'react';
import type { Format } from '../../../texts/format.ts';
import { Card } from '../design/card.tsx';
import { ActForm } from './act-form.tsx';
import type { ActionName } from './api.ts';
import type { EmployeePage } from './routes.ts';
import { m } from './words.ts';

/** What the employee can do, if the company lets employees act. */
export function ActsCard({
  page,
  format,
  chosen: chosenNow,
  done,
}: {
  page: EmployeePage;
  format: Format;
  chosen: () => void;
  /** What has happened, in sentences. */
  done: (news: readonly string[]) => Promise<void>;
}) {
  const [chosen, setChosen] = useState<ActionName>();
  const { possible } = page.acts;
  const isAsked = (action: ActionName) =>
    page.requests.some((request) => request.action === action && request.status === 'open');
  const choices = possible.filter((action) => !isAsked(action));
  if (choices.length === 0) return null;
  const { acts } = m;
  return (
    <Card title={acts.title}>
      <div className="stack">
        {choices.map((action) =>
          action === chosen ? (
            <ActForm
              key={action}
              action={action}
              page={page}
              format={format}
              back={() => setChosen(undefined)}
              done={async (news) => {
                await done(news);
                setChosen(undefined);
              }}
            />
          ) : (
            <button
              key={action}
              type="button"
              className="me-act"
              onClick={() => {
                chosenNow();
                setChosen(action);
              }}
            >
              <span className="strong">{acts.names[action]}</span>
              <span className="small quiet">{acts.texts[action]}</span>
            </button>
          ),
        )}
      </div>
    </Card>
  );
}
