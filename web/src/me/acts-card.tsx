import { useState } from 'react';
import type { Format } from '../../../texts/format.ts';
import { Callout } from '../design/callout.tsx';
import { Card } from '../design/card.tsx';
import { ActForm } from './act-form.tsx';
import type { ActionName } from './api.ts';
import type { EmployeePage } from './routes.ts';
import { m } from './words.ts';

/** What the employee can do, if the company lets employees act. */
export function ActsCard({
  page,
  format,
  reload,
}: {
  page: EmployeePage;
  format: Format;
  reload: () => Promise<void>;
}) {
  const [chosen, setChosen] = useState<ActionName>();
  const [news, setNews] = useState<string>();
  const { possible, mode } = page.acts;
  const isAsked = (action: ActionName) =>
    page.requests.some((request) => request.action === action && request.status === 'open');
  const choices = possible.filter((action) => !isAsked(action));
  if (choices.length === 0 && news === undefined) return null;
  const { acts } = m;
  return (
    <Card title={acts.title}>
      <div className="stack">
        {news !== undefined && (
          <Callout tone="good" urgent>
            {news}
          </Callout>
        )}
        {choices.map((action) =>
          action === chosen ? (
            <ActForm
              key={action}
              action={action}
              page={page}
              format={format}
              back={() => setChosen(undefined)}
              done={async (offered) => {
                setChosen(undefined);
                setNews(mode === 'ask' ? acts.asked : [acts.done, ...(offered ? [acts.sign] : [])].join(' '));
                await reload();
              }}
            />
          ) : (
            <button
              key={action}
              type="button"
              className="me-act"
              onClick={() => {
                setNews(undefined);
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
