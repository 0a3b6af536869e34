import { CsvError, parse } from 'csv-parse/sync';
import type { CatalogQuestion, CatalogSpecimen } from '../../data-types/catalog-test';
import { hasLoincCheckDigit, LOINC_NUMBER } from '../../data-types/loinc';
import { CATEGORIES, type CatalogTest } from './contract';
import { IMPORT_COLUMNS, MAX_IMPORT_ROWS, MAX_QUESTIONS, QUESTION_TYPES, type ImportColumn } from './rules';

/**
 * Reads a laboratory's catalog from CSV (RFC 4180) with a header line, separated by comma, semicolon or tab. A column
 * that the file lacks leaves the known value; an empty cell removes it. Pure.
 */

export interface FileError {
  /** From 1; the header is line 1. */
  line: number;
  column: string | null;
  message: string;
}

/** The values a row gives; `components` are codes of tests of the same laboratory. */
export interface FileTest {
  line: number;
  code: string;
  values: Partial<
    Pick<
      CatalogTest,
      | 'name'
      | 'kind'
      | 'loinc'
      | 'short_name'
      | 'synonyms'
      | 'category'
      | 'unit'
      | 'turnaround_hours'
      | 'fasting_required'
      | 'questions'
    >
  > & { components?: string[]; specimen?: Partial<CatalogSpecimen> };
}

export interface CatalogFile {
  tests: FileTest[];
  errors: FileError[];
  ignoredColumns: string[];
}

const LONGEST = { code: 50, name: 200, short_name: 100, unit: 50, question: 300, other: 200 } as const;
const MOST_HOURS = 8_760;

export function readCatalogFile(content: string): CatalogFile {
  const records = readRecords(content);
  if ('message' in records) return { tests: [], errors: [records], ignoredColumns: [] };
  const [header, ...rows] = records;
  if (!header) return failed(1, null, 'The file is empty.');
  const columns = header.cells.map((name) => name.trim().toLowerCase());
  const repeated = columns.find((name, at) => name !== '' && columns.indexOf(name) < at);
  if (repeated) return failed(1, repeated, 'The column appears twice.');
  if (!columns.includes('code')) return failed(1, 'code', 'The column is missing.');
  if (rows.length === 0) return failed(1, null, 'The file has no tests.');
  if (rows.length > MAX_IMPORT_ROWS)
    return failed(1, null, `The file has ${rows.length} rows. At most ${MAX_IMPORT_ROWS} can be imported.`);

  const errors: FileError[] = [];
  const known = new Map<string, number>();
  const tests = rows.flatMap(({ line, cells }): FileTest[] => {
    if (cells.length !== columns.length) {
      const message = `The row has ${cells.length} cells, and the header ${columns.length}.`;
      errors.push({ line, column: null, message });
      return [];
    }
    const row = new Row(line, new Map(columns.map((name, at) => [name, cells[at]!.trim()])), errors);
    const test = readTest(row);
    const earlier = known.get(test.code);
    if (earlier !== undefined) row.wrong('code', `The code is also in line ${earlier}.`);
    known.set(test.code, line);
    return [test];
  });
  return { tests, errors, ignoredColumns: columns.filter((name) => name !== '' && !isKnown(name)) };
}

const failed = (line: number, column: string | null, message: string): CatalogFile => ({
  tests: [],
  errors: [{ line, column, message }],
  ignoredColumns: [],
});

const isKnown = (column: string): boolean => {
  if (column in IMPORT_COLUMNS) return true;
  const [, number] = /^question_(\d+)(?:_(?:code|type|required|options))?$/.exec(column) ?? [];
  return number !== undefined && Number(number) >= 1 && Number(number) <= MAX_QUESTIONS;
};

/** The separator that occurs most often in the header. */
function separatorOf(content: string): string {
  const header = content.slice(0, 10_000).split(/\r\n|\r|\n/, 1)[0]!;
  const times = (separator: string) => header.split(separator).length;
  return [',', ';', '\t'].reduce((best, one) => (times(one) > times(best) ? one : best));
}

function readRecords(content: string): { line: number; cells: string[] }[] | FileError {
  try {
    const records = parse(content, {
      bom: true,
      delimiter: separatorOf(content),
      info: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      // With `info` each record has its line, which the types of the library do not say.
    }) as unknown as { record: string[]; info: { lines: number } }[];
    return records.map(({ record, info }) => ({ line: info.lines, cells: record }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error.lines === 'number' ? error.lines : 1;
    return { line, column: null, message: 'The quotation marks of this row are not closed or misplaced.' };
  }
}

class Row {
  constructor(
    readonly line: number,
    private readonly cells: ReadonlyMap<string, string>,
    private readonly errors: FileError[],
  ) {}

  has = (column: string): boolean => this.cells.has(column);
  cell = (column: string): string => this.cells.get(column) ?? '';

  wrong(column: string, message: string): void {
    this.errors.push({ line: this.line, column, message });
  }

  text(column: string, longest: number): string | null {
    const cell = this.cell(column);
    if (cell.length > longest) this.wrong(column, `The text must have at most ${longest} characters.`);
    // oxlint-disable-next-line no-control-regex -- names the characters it rejects
    else if (/[\u0000-\u001f\u007f]/.test(cell))
      this.wrong(column, 'The text cannot contain control characters.');
    return cell === '' ? null : cell;
  }

  words(column: string): string[] {
    const words = this.cell(column)
      .split('|')
      .map((word) => word.trim());
    if (words.some((word) => word.length > LONGEST.other))
      this.wrong(column, `Each entry must have at most ${LONGEST.other} characters.`);
    return [...new Set(words.filter((word) => word !== ''))];
  }

  choice<Value extends string>(column: string, values: readonly Value[]): Value | null {
    const cell = this.cell(column).toLowerCase();
    if (cell === '') return null;
    const found = values.find((value) => value === cell);
    if (!found) this.wrong(column, `The value must be one of ${values.join(', ')}.`);
    return found ?? null;
  }

  yesOrNo(column: string): boolean | null {
    const cell = this.cell(column).toLowerCase();
    if (cell === '') return null;
    if (cell !== 'yes' && cell !== 'no') this.wrong(column, 'The value must be yes or no.');
    return cell === 'yes';
  }
}

function readTest(row: Row): FileTest {
  const values: FileTest['values'] = {};
  const given = (column: ImportColumn) => row.has(column);
  const code = row.text('code', LONGEST.code);
  if (!code) row.wrong('code', 'The code is missing.');
  if (given('name')) {
    const name = row.text('name', LONGEST.name);
    if (name) values.name = name;
    else row.wrong('name', 'The name is missing.');
  }
  if (given('loinc')) values.loinc = readLoinc(row);
  if (given('short_name')) values.short_name = row.text('short_name', LONGEST.short_name);
  if (given('synonyms')) values.synonyms = row.words('synonyms');
  if (given('category')) values.category = row.choice('category', CATEGORIES) ?? 'other';
  if (given('unit')) values.unit = row.text('unit', LONGEST.unit);
  if (given('fasting')) values.fasting_required = row.yesOrNo('fasting');
  if (given('turnaround_hours')) values.turnaround_hours = readHours(row);
  if (given('components')) values.components = row.words('components');
  const kind = given('kind') ? row.choice('kind', ['test', 'panel'] as const) : null;
  if (kind ?? given('components')) values.kind = kind ?? (values.components!.length > 0 ? 'panel' : 'test');
  if (values.kind === 'test' && (values.components?.length ?? 0) > 0)
    row.wrong('components', 'Only panels have components.');
  const specimen = readSpecimen(row);
  if (specimen) values.specimen = specimen;
  const questions = readQuestions(row);
  if (questions) values.questions = questions;
  return { line: row.line, code: code ?? '', values };
}

function readLoinc(row: Row): string | null {
  const loinc = row.cell('loinc');
  if (loinc === '') return null;
  if (!LOINC_NUMBER.test(loinc)) row.wrong('loinc', 'The value must be a LOINC number such as 2345-7.');
  else if (!hasLoincCheckDigit(loinc)) row.wrong('loinc', 'The check digit of the LOINC number is wrong.');
  return loinc;
}

function readHours(row: Row): number | null {
  const cell = row.cell('turnaround_hours');
  if (cell === '') return null;
  const hours = /^\d{1,5}(?:[.,]\d{1,2})?$/.test(cell) ? Number(cell.replace(',', '.')) : Number.NaN;
  if (!(hours > 0 && hours <= MOST_HOURS))
    row.wrong(
      'turnaround_hours',
      `The value must be a number of hours, more than 0 and at most ${MOST_HOURS}.`,
    );
  return hours;
}

const SPECIMEN_COLUMNS = {
  specimen: 'type',
  specimen_code: 'type_code',
  container: 'container',
  volume: 'volume',
  handling: 'handling',
} as const satisfies Partial<Record<ImportColumn, keyof CatalogSpecimen>>;

/** Only the parts whose columns the file has; an empty type is given as an empty text. */
function readSpecimen(row: Row): Partial<CatalogSpecimen> | null {
  const parts = Object.entries(SPECIMEN_COLUMNS).flatMap(([column, part]) => {
    if (!row.has(column)) return [];
    const text = row.text(column, LONGEST.other);
    return [[part, part === 'type' ? (text ?? '') : text] as const];
  });
  return parts.length > 0 ? (Object.fromEntries(parts) as Partial<CatalogSpecimen>) : null;
}

function readQuestions(row: Row): CatalogQuestion[] | null {
  const numbers = Array.from({ length: MAX_QUESTIONS }, (_, index) => index + 1);
  const present = numbers.filter((number) => row.has(`question_${number}`));
  if (present.length === 0) return null;
  const questions = present.flatMap((number): CatalogQuestion[] => {
    const column = `question_${number}`;
    const text = row.text(column, LONGEST.question);
    if (!text) return [];
    const code = row.text(`${column}_code`, LONGEST.code) ?? `Q${number}`;
    const options = row.words(`${column}_options`);
    const type = row.choice(`${column}_type`, QUESTION_TYPES) ?? (options.length > 0 ? 'choice' : 'text');
    if (type === 'choice' && options.length < 2)
      row.wrong(`${column}_options`, 'A choice needs at least two answers.');
    if (type !== 'choice' && options.length > 0)
      row.wrong(`${column}_options`, 'Only a choice has answers to choose from.');
    const required = row.yesOrNo(`${column}_required`) ?? false;
    return [{ id: code, code, text, type, required, options, max_length: null }];
  });
  const twice = questions.find(({ id }, at) => questions.findIndex((one) => one.id === id) < at);
  if (twice) row.wrong(`question_${questions.indexOf(twice) + 1}_code`, 'Two questions have the same code.');
  return questions;
}
