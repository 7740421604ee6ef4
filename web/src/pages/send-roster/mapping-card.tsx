import { useMemo } from 'react';
import type { Column, TableKind } from '../../../../roster-files/columns.ts';
import { SLASH_DATES, type SlashDates } from '../../../../roster-files/values.ts';
import { Button } from '../../design/button.tsx';
import { Callout } from '../../design/callout.tsx';
import { Card } from '../../design/card.tsx';
import { SelectField } from '../../design/field.tsx';
import { Table } from '../../design/table.tsx';
import { useRosterText } from '../../domain/use-roster-text.ts';
import { useLanguage } from '../../language/use-language.ts';
import { leftOutDatesOf, type MatchedTable, samplesOf } from './draft.ts';
import { inLanguage } from './example-file.ts';
import { saveFile } from './save-file.ts';
import type { ChosenFile } from './use-table.ts';

/** What each column of a file was taken for, and a way to correct it. */
export function MappingCard({
  title,
  kind,
  file,
  matched,
}: {
  title: string;
  kind: TableKind;
  file: ChosenFile;
  matched: MatchedTable;
}) {
  const { language } = useLanguage();
  const roster = useRosterText();
  const { table, matching } = matched;
  const { headings, columns, missing, ambiguous } = matching;
  // A workbook stores days, not how they are written.
  const [samples = []] = inLanguage([samplesOf(table)], table.sheet === undefined ? 'en' : language);
  const leftOutDates = useMemo(() => leftOutDatesOf(matched), [matched]);
  const shown = headings.flatMap((heading, index) =>
    heading === '' ? [] : [{ heading, column: columns[index], sample: samples[index] ?? '' }],
  );
  const names = (list: readonly Column[]) => list.map((column) => roster.columns[column]).join(', ');
  return (
    <Card title={title} text={file.isRemembered ? roster.mappingRemembered : roster.mappingText} flush>
      <div className="card-body stack">
        {table.sheets.length > 1 && (
          <SelectField
            label={roster.sheet}
            help={roster.sheetHelp}
            value={table.sheet ?? ''}
            options={table.sheets.map((sheet) => ({ value: sheet, label: sheet }))}
            onChange={(sheet) => void file.changeSheet(sheet)}
          />
        )}
        {missing.length > 0 && <Callout tone="warn">{roster.missing(names(missing))}</Callout>}
        {ambiguous.map((each) => (
          <Callout key={each.column} tone="warn">
            {roster.ambiguous(roster.columns[each.column], each.headings.join(', '))}
          </Callout>
        ))}
        {leftOutDates.length > 0 && (
          <Callout tone="warn">{roster.leftOutDates(leftOutDates.join(', '))}</Callout>
        )}
        {file.asksForDates && (
          <SelectField
            label={roster.slashes}
            value={matched.dates ?? ''}
            options={(['', ...SLASH_DATES] as const).map((value) => ({
              value,
              label: roster.slashDates[value],
            }))}
            onChange={(value: SlashDates | '') => file.chooseDates(value || undefined)}
          />
        )}
      </div>
      <Table
        items={shown}
        keyOf={({ heading }) => heading}
        columns={[
          { title: roster.yourColumn, show: ({ heading }) => <span className="strong">{heading}</span> },
          {
            title: roster.sample,
            className: 'sample quiet',
            onPhone: 'named',
            show: ({ sample }) => sample,
          },
          {
            title: roster.meaning,
            show: ({ heading, column }) => (
              <select
                className="input"
                aria-label={roster.meaningOf(heading)}
                value={column ?? ''}
                onChange={({ target }) => file.chooseColumn(heading, (target.value as Column | '') || null)}
              >
                <option value="">{roster.unused}</option>
                {kind.columns.map((each) => (
                  <option key={each} value={each}>
                    {roster.columns[each]}
                  </option>
                ))}
              </select>
            ),
          },
        ]}
      />
      <div className="card-body row-between">
        <p className="small quiet">{roster.saveMappingText}</p>
        <Button size="small" icon="download" onClick={() => saveMapping(matched)}>
          {roster.saveMapping}
        </Button>
      </div>
    </Card>
  );
}

/** In the form that `transit push --mapping` reads. */
function saveMapping({ matching: { headings, columns }, dates }: MatchedTable): void {
  const choices = Object.fromEntries(
    headings.flatMap((heading, index) => (heading === '' ? [] : [[heading, columns[index] ?? null]])),
  );
  const text = JSON.stringify({ columns: choices, ...(dates && { dates }) }, null, 2);
  saveFile('mapping.json', 'application/json', `${text}\n`);
}
