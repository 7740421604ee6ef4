import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Table } from '../../design/table.tsx';
import { type RosterText, useRosterText } from '../../domain/use-roster-text.ts';
import { useLanguage } from '../../language/use-language.ts';
import { csvOf } from './csv-of.ts';
import type { Mistake } from './mistakes.ts';
import { saveCsv } from './save-file.ts';

const MAX_SHOWN = 50;

/** The mistakes of a file: the row, the person, the column by its own heading, and what is wrong. */
export function MistakesCard({
  title,
  text,
  mistakes,
  count,
}: {
  title: string;
  text?: string;
  mistakes: readonly Mistake[];
  /** All mistakes. The service names only the first of very many. */
  count: number;
}) {
  const roster = useRosterText();
  const { language } = useLanguage();
  const hasRows = mistakes.some(({ row }) => row !== undefined);
  const hasFiles = new Set(mistakes.map(({ file }) => file)).size > 1;
  const save = () => saveCsv(roster.mistakesFile, csvOf(mistakeRows(mistakes, roster), language));
  return (
    <Card
      title={title}
      text={text}
      flush
      actions={
        <Button size="small" icon="download" onClick={save}>
          {roster.downloadMistakes}
        </Button>
      }
    >
      <Table
        items={mistakes.slice(0, MAX_SHOWN)}
        keyOf={({ position, row, field, kind }) => `${row} ${position} ${field} ${kind}`}
        columns={[
          {
            title: hasRows ? roster.row : roster.entry,
            className: 'numbers strong',
            onPhone: 'named',
            show: (mistake) => (
              <>
                {mistake.row ?? mistake.position + 1}
                {hasFiles && <div className="small quiet">{mistake.file}</div>}
              </>
            ),
          },
          {
            title: roster.person,
            show: ({ name, hrId }) => (
              <>
                <span className="strong">{name || roster.nobody}</span>
                {hrId && <div className="small quiet mono">{hrId}</div>}
              </>
            ),
          },
          {
            title: roster.mistake,
            show: (mistake) => (
              <>
                <span className="strong">{columnName(mistake, roster)}:</span>{' '}
                <span className="bad-text">{mistakeText(mistake, roster)}</span>
                {mistake.value !== '' && <div className="small quiet sample">{mistake.value}</div>}
              </>
            ),
          },
        ]}
      />
      {mistakes.length > MAX_SHOWN && (
        <p className="card-body quiet">{roster.moreMistakes(mistakes.length - MAX_SHOWN)}</p>
      )}
      {count > mistakes.length && (
        <p className="card-body quiet">{roster.tooManyMistakes(mistakes.length, count)}</p>
      )}
    </Card>
  );
}

/** The heading as in the file, or the field in words. */
function columnName({ heading, column, field }: Mistake, roster: RosterText): string {
  return heading ?? (column ? roster.columns[column] : field || roster.entry);
}

function mistakeText({ kind, firstRow }: Mistake, roster: RosterText): string {
  return firstRow === undefined ? roster.kind[kind] : roster.duplicateOf(firstRow);
}

/** All mistakes as a table, in the reader's language. */
function mistakeRows(mistakes: readonly Mistake[], roster: RosterText): string[][] {
  return [
    [roster.file, roster.row, roster.number, roster.person, roster.column, roster.value, roster.mistake],
    ...mistakes.map((mistake) => [
      mistake.file,
      String(mistake.row ?? mistake.position + 1),
      mistake.hrId,
      mistake.name,
      columnName(mistake, roster),
      mistake.value,
      mistakeText(mistake, roster),
    ]),
  ];
}
