import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { decode } from '../../../../roster-files/decode.ts';
import { routeQuery } from '../../api/route-query.ts';
import { Callout } from '../../design/callout.tsx';
import { PageHead } from '../../design/page.tsx';
import { useMessages } from '../../language/use-messages.ts';
import type { Messages } from '../../messages/en/catalogue.ts';
import { FileDrop } from './file-drop.tsx';
import { FormatCard } from './format-card.tsx';
import { PreviewAndSend } from './preview-and-send.tsx';
import { type Reading, readRosterFile } from './read-roster-file.ts';
import './send-roster.css';

interface Chosen {
  /** Identifies the file: a corrected file has the same name but is another roster. */
  number: number;
  name: string;
  reading: Reading;
}

/** Three steps on one page: choose a file, preview it, send it. */
export default function SendRosterPage({ integrationId }: { integrationId: number }) {
  const { roster, integrations } = useMessages();
  const integration = useQuery(routeQuery('GET /integrations/:id', { params: { id: integrationId } })).data;
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const choose = async (file: File) => {
    const reading = readRosterFile(file.name, decode(await file.arrayBuffer()));
    setChosen((before) => ({ number: (before?.number ?? 0) + 1, name: file.name, reading }));
  };
  const reading = chosen?.reading;
  return (
    <div className="page">
      <PageHead
        title={roster.title}
        text={roster.text}
        // Screen readers need a link with a text, so it leads to all integrations until the name is loaded.
        back={
          integration
            ? { to: `/integrations/${integrationId}`, label: integration.name }
            : { to: '/integrations', label: integrations.back }
        }
      />
      <FileDrop hasFile={chosen !== null} onFile={(file) => void choose(file)} />
      {reading && 'problem' in reading && (
        <Callout tone="bad" title={roster.problems} urgent>
          {describeProblem(reading, roster)}
        </Callout>
      )}
      {chosen && reading && 'employees' in reading ? (
        <PreviewAndSend
          key={chosen.number}
          integrationId={integrationId}
          fileName={chosen.name}
          employees={reading.employees}
        />
      ) : (
        <FormatCard />
      )}
    </div>
  );
}

function describeProblem(
  reading: Extract<Reading, { problem: string }>,
  { problem }: Messages['roster'],
): string {
  switch (reading.problem) {
    case 'columns':
      return problem.columns(reading.missing.join(', '));
    case 'ambiguous':
      return problem.ambiguous(reading.headings.join(', '));
    case 'quote':
      return problem.quote(reading.line);
    default:
      return problem[reading.problem];
  }
}
