import { useState } from 'react';
import type { Format } from '../../../texts/format.ts';
import { Card } from '../design/card.tsx';
import { ActForm } from './act-form.tsx';
import type { ActionName } from './api.ts';
import type { EmployeePage } from './routes.ts';
import { useFocus } from './use-focus.ts';
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
  const [left, setLeft] = useState<ActionName>();
  const { possible } = page.acts;
  const isAsked = (action: ActionName) =>
    page.requests.some((request) => request.action === action && request.status === 'open');
  const choices = possible.filter((action) => !isAsked(action));
  if (choices.length === 0) return null;
  const { acts } = m;
  const isAhead = page.status === 'scheduled-pause';
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
              back={() => {
                setLeft(action);
                setChosen(undefined);
              }}
              done={async (news) => {
                await done(news);
                setChosen(undefined);
              }}
            />
          ) : (
            <Choice
              key={action}
              name={acts.names[action]}
              text={action === 'resume' && isAhead ? acts.resumeAhead : acts.texts[action]}
              wasLeft={action === left}
              choose={() => {
                chosenNow();
                setChosen(action);
              }}
            />
          ),
        )}
      </div>
    </Card>
  );
}

function Choice({
  name,
  text,
  wasLeft,
  choose,
}: {
  name: string;
  text: string;
  /** Whether the person has come back from its form. */
  wasLeft: boolean;
  choose: () => void;
}) {
  const button = useFocus<HTMLButtonElement>(wasLeft);
  return (
    <button ref={button} type="button" className="me-act" onClick={choose}>
      <span className="strong">{name}</span>
      <span className="small quiet">{text}</span>
    </button>
  );
}
