import type { Row } from '../row.ts';
import { CellText, decodeEscapes } from './cell-text.ts';
import { dayOf } from './dates.ts';
import type { XlsxLimits } from './limits.ts';
import { damaged, UnreadableXlsxError } from './unreadable.ts';
import { eachAttribute, type XmlHandler } from './xml.ts';

/** What the cells of a sheet refer to. */
export interface SheetContext {
  sharedTexts: readonly string[];
  dateStyles: readonly boolean[];
  is1904: boolean;
}

/** Gets the width of every row, blank ones too. What it throws ends the reading. */
export type OnRow = (width: number) => void;

/** Those of Excel. */
const [MAX_ROWS, MAX_COLUMNS] = [1_048_576, 16_384];

/** Reads the rows of a sheet. Those that are complete are in `rows`, blank ones too; whoever takes them replaces the list. */
export class SheetRows implements XmlHandler {
  rows: Row[] = [];
  readonly #context: SheetContext;
  readonly #text: CellText;
  readonly #onRow: OnRow;
  #isInData = false;
  #count = 0;
  #row = 0;
  #values: string[] | undefined;
  #column = 0;
  #type = '';
  #style = -1;
  #value = '';
  #inline: string | undefined;
  #isPhonetic = false;

  constructor(context: SheetContext, limits: XlsxLimits, onRow: OnRow = () => {}) {
    this.#context = context;
    this.#onRow = onRow;
    this.#text = new CellText(limits);
  }

  open(name: string, attributes: string): void {
    switch (name) {
      case 'sheetData':
        this.#isInData = true;
        break;
      case 'row':
        if (this.#isInData) this.#openRow(attributes);
        break;
      case 'c':
        this.#openCell(attributes);
        break;
      case 'v':
        this.#text.open();
        break;
      case 'is':
        this.#inline = '';
        break;
      case 'rPh':
        this.#isPhonetic = true;
        break;
      case 't':
        if (this.#inline !== undefined && !this.#isPhonetic) this.#text.open();
        break;
    }
  }

  text(text: string): void {
    this.#text.push(text);
  }

  close(name: string): void {
    switch (name) {
      case 'sheetData':
        this.#isInData = false;
        break;
      case 'row':
        this.#closeRow();
        break;
      case 'c':
        this.#closeCell();
        break;
      case 'v':
        if (this.#text.isOpen) this.#value = this.#text.close();
        break;
      case 'rPh':
        this.#isPhonetic = false;
        break;
      case 't':
        if (this.#text.isOpen) this.#inline = `${this.#inline ?? ''}${decodeEscapes(this.#text.close())}`;
        break;
    }
  }

  /** Rows and cells tell their place if some before them are left out. */
  #openRow(attributes: string): void {
    // Cells are counted when their row ends.
    if (this.#values) throw damaged('a row of it begins within another one');
    this.#count++;
    this.#row++;
    this.#column = -1;
    this.#values = [];
    eachAttribute(attributes, (name, value) => {
      if (name === 'r' && Number(value) > 0) this.#row = Number(value);
    });
    if (this.#count > MAX_ROWS) throw new UnreadableXlsxError(`it has more than ${MAX_ROWS} rows`);
  }

  #closeRow(): void {
    if (!this.#values) return;
    this.#onRow(this.#values.length);
    this.rows.push({ line: this.#row, row: this.#row, values: this.#values });
    this.#values = undefined;
  }

  #openCell(attributes: string): void {
    this.#column++;
    this.#type = '';
    this.#style = -1;
    this.#value = '';
    this.#inline = undefined;
    eachAttribute(attributes, (name, value) => {
      if (name === 'r') this.#column = columnOf(value);
      else if (name === 't') this.#type = value;
      else if (name === 's') this.#style = Number(value);
    });
    if (this.#column < 0 || this.#column >= MAX_COLUMNS) throw damaged('a cell of it has no place');
  }

  #closeCell(): void {
    const values = this.#values;
    if (!values) return;
    while (values.length <= this.#column) values.push('');
    const value = this.#valueOf();
    this.#text.requireShown(value);
    values[this.#column] = value;
  }

  /** As a CSV file would have it. */
  #valueOf(): string {
    const text = this.#value;
    switch (this.#type) {
      case 's':
        return text === '' ? '' : (this.#context.sharedTexts[Number(text)] ?? '');
      case 'str':
        return decodeEscapes(text);
      case 'inlineStr':
        return this.#inline ?? '';
      case 'b':
        return String(text === '1' || text.toLowerCase() === 'true');
      case 'e':
        return text;
      default:
        return this.#numberOf(text);
    }
  }

  #numberOf(text: string): string {
    const number = Number(text);
    if (text === '' || Number.isNaN(number)) return text;
    return this.#context.dateStyles[this.#style] ? dayOf(number, this.#context.is1904) : String(number);
  }
}

/** The column of a place such as `AB12`, from 0. */
function columnOf(place: string): number {
  let column = 0;
  for (let at = 0; at < place.length && column <= MAX_COLUMNS; at++) {
    const letter = place.charCodeAt(at) & ~0x20;
    if (letter < 0x41 || letter > 0x5a) break;
    column = column * 26 + (letter - 0x40);
  }
  return column - 1;
}
