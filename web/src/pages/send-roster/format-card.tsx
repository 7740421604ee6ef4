import { COLUMNS, REQUIRED } from '../../../../roster-files/columns.ts';
import { Card } from '../../design/card.tsx';
import { useMessages } from '../../language/use-messages.ts';

const EXAMPLE = [
  COLUMNS.join(','),
  'Anna,Beispiel,anna.beispiel@example.com,1988-04-12,P-1001,2024-03-01,,true,',
  'Jonas,Muster,jonas.muster@example.com,1992-11-30,P-1002,2025-09-15,2026-12-31,,',
].join('\r\n');

export function FormatCard() {
  const { roster } = useMessages();
  return (
    <Card
      title={roster.format}
      text={roster.formatText}
      flush
      actions={
        <a
          className="button button-small"
          download="roster.csv"
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(`${EXAMPLE}\r\n`)}`}
        >
          {roster.template}
        </a>
      }
    >
      <div className="table-scroll">
        <table className="table">
          <thead>
            <tr>
              <th>{roster.column}</th>
              <th>{roster.meaning}</th>
            </tr>
          </thead>
          <tbody>
            {COLUMNS.map((column) => (
              <tr key={column}>
                <td>
                  <code>{column}</code>{' '}
                  {REQUIRED.includes(column) && <span className="tag">{roster.required}</span>}
                </td>
                <td className="quiet">{roster.columns[column]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
