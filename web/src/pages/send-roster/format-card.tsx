import { COLUMNS, REQUIRED } from '../../../../roster-files/columns.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { useRosterText } from '../../domain/use-roster-text.ts';
import { useLanguage } from '../../language/use-language.ts';
import { csvOf } from './csv-of.ts';
import { exampleRows, inLanguage } from './example-file.ts';
import { saveCsv, saveFile } from './save-file.ts';

export function FormatCard() {
  const { language } = useLanguage();
  const roster = useRosterText();
  const rows = exampleRows(roster);
  const saveWorkbook = async () => {
    const { writeWorkbook } = await import('./write-workbook.ts');
    const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    saveFile(`${roster.exampleName}.xlsx`, type, await writeWorkbook(roster.exampleSheet, rows));
  };
  return (
    <Card
      title={roster.format}
      text={roster.formatText}
      flush
      actions={
        <>
          <span className="small quiet">{roster.example}</span>
          <Button size="small" icon="download" onClick={() => void saveWorkbook()}>
            Excel
          </Button>
          <Button
            size="small"
            icon="download"
            onClick={() => saveCsv(roster.exampleName, csvOf(inLanguage(rows, language), language))}
          >
            CSV
          </Button>
        </>
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
                  <span className="strong">{roster.headings[column]}</span>{' '}
                  {REQUIRED.includes(column) && <span className="tag">{roster.required}</span>}
                </td>
                <td className="quiet">{roster.explained[column]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
