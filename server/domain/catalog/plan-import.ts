import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { CatalogComponent, CatalogSpecimen } from '../../data-types/catalog-test';
import { newId, showId } from '../../shared/ids';
import type { CatalogImportPreview } from './import-contract';
import { IMPORT_FIELDS, MAX_PREVIEW_ERRORS, MAX_PREVIEW_ROWS, type ImportField } from './rules';
import type { TestRow } from './present';
import { readCatalogFile, type FileError, type FileTest } from './read-catalog-file';

/** What an import changes. The same function makes the preview and the import, so that they agree. Pure. */

type Values = Pick<
  TestRow,
  | 'name'
  | 'kind'
  | 'loinc'
  | 'shortName'
  | 'synonyms'
  | 'category'
  | 'specimen'
  | 'components'
  | 'unit'
  | 'turnaroundHours'
  | 'fastingRequired'
  | 'questions'
  | 'active'
>;

interface PlannedTest {
  id: string;
  code: string;
  /** Null: new. */
  before: TestRow | null;
  values: Values;
}

export interface ImportPlan {
  /** Codes of tests by `tst_…`, for the components of panels. */
  codes: ReadonlyMap<string, string>;
  added: PlannedTest[];
  changed: PlannedTest[];
  deactivated: TestRow[];
  unchanged: number;
  errors: FileError[];
  ignoredColumns: string[];
}

const EMPTY: Omit<Values, 'name'> = {
  kind: 'test',
  loinc: null,
  shortName: null,
  synonyms: [],
  category: 'other',
  specimen: null,
  components: [],
  unit: null,
  turnaroundHours: null,
  fastingRequired: null,
  questions: [],
  active: true,
};

/** @param known all tests of the laboratory, inactive ones too */
export function planImport(
  content: string,
  known: readonly TestRow[],
  options: { deactivateMissing: boolean },
): ImportPlan {
  const file = readCatalogFile(content);
  const errors = [...file.errors];
  const before = new Map(known.map((row) => [row.code, row]));
  const ids = new Map(known.map((row) => [row.code, row.id]));
  for (const { code } of file.tests) if (!ids.has(code)) ids.set(code, newId());
  const named = new Map(known.map((row) => [row.code, { name: row.name, loinc: row.loinc, unit: row.unit }]));
  for (const { code, values } of file.tests) {
    const row = before.get(code);
    named.set(code, {
      name: values.name ?? row?.name ?? code,
      loinc: values.loinc === undefined ? (row?.loinc ?? null) : values.loinc,
      unit: values.unit === undefined ? (row?.unit ?? null) : values.unit,
    });
  }

  const component = (code: string): CatalogComponent | null => {
    const test = named.get(code);
    if (!test) return null;
    const id = showId('catalog_test', ids.get(code)!);
    return { test_id: id, ...test, reference_ranges: before.get(code)?.referenceRanges ?? [] };
  };

  const planned = file.tests.map((test): PlannedTest => {
    const row = before.get(test.code) ?? null;
    const wrong = (column: string, message: string) => errors.push({ line: test.line, column, message });
    const hasNameError = file.errors.some(({ line, column }) => line === test.line && column === 'name');
    if (!row && test.values.name === undefined && !hasNameError)
      wrong('name', 'The test is new and has no name.');
    const components = test.values.components?.flatMap((code) => {
      const found = code === test.code ? null : component(code);
      if (!found) wrong('components', `The laboratory has no test with the code ${code}.`);
      return found ?? [];
    });
    const values = merge(row, test, components);
    if (values.kind === 'panel' && values.components.length === 0 && !test.values.components?.length)
      wrong('components', 'A panel needs at least one test.');
    if (values.specimen && values.specimen.type === '')
      wrong('specimen', 'The specimen is missing; its other columns have values.');
    return { id: ids.get(test.code)!, code: test.code, before: row, values };
  });

  const isSame = ({ before: row, values }: PlannedTest) =>
    row !== null && isDeepStrictEqual(pick(row), values);
  const inFile = new Set(file.tests.map(({ code }) => code));
  return {
    codes: new Map([...ids].map(([code, id]) => [showId('catalog_test', id), code])),
    added: planned.filter(({ before: row }) => row === null),
    changed: planned.filter((test) => test.before !== null && !isSame(test)),
    deactivated: options.deactivateMissing ? known.filter((row) => row.active && !inFile.has(row.code)) : [],
    unchanged: planned.filter(isSame).length,
    errors: errors.sort((a, b) => a.line - b.line),
    ignoredColumns: file.ignoredColumns,
  };
}

function merge(
  row: TestRow | null,
  { values }: FileTest,
  components: CatalogComponent[] | undefined,
): Values {
  const {
    short_name: shortName,
    turnaround_hours: turnaroundHours,
    fasting_required: fastingRequired,
    components: _codes,
    specimen,
    ...same
  } = values;
  const given = {
    ...same,
    ...(shortName === undefined ? {} : { shortName }),
    ...(turnaroundHours === undefined ? {} : { turnaroundHours }),
    ...(fastingRequired === undefined ? {} : { fastingRequired }),
    ...(components ? { components } : {}),
    ...(specimen ? { specimen: mergeSpecimen(row?.specimen ?? null, specimen) } : {}),
  };
  // A test in the file can be ordered again.
  return { ...EMPTY, name: '', ...(row ? pick(row) : {}), ...given, active: true };
}

function mergeSpecimen(
  before: CatalogSpecimen | null,
  given: Partial<CatalogSpecimen>,
): CatalogSpecimen | null {
  const none = { type: '', type_code: null, container: null, volume: null, handling: null };
  const specimen = { ...none, ...before, ...given };
  return Object.values(specimen).some(Boolean) ? specimen : null;
}

const pick = (row: TestRow): Values =>
  Object.fromEntries([...Object.keys(EMPTY), 'name'].map((key) => [key, row[key as keyof Values]])) as Values;

type Codes = ImportPlan['codes'];

/** As shown in the preview. Null: nothing. */
const SHOWN: Record<ImportField, (values: Values, codes: Codes) => string | null> = {
  name: ({ name }) => name,
  kind: ({ kind }) => kind,
  loinc: ({ loinc }) => loinc,
  short_name: ({ shortName }) => shortName,
  synonyms: ({ synonyms }) => synonyms.join(', ') || null,
  category: ({ category }) => category,
  specimen: ({ specimen }) =>
    specimen &&
    [specimen.type, specimen.type_code, specimen.container, specimen.volume, specimen.handling]
      .filter(Boolean)
      .join(', '),
  components: ({ components }, codes) =>
    components
      .map(({ test_id, name, loinc, unit }) =>
        [[test_id && codes.get(test_id), name].filter(Boolean).join(' '), loinc && `LOINC ${loinc}`, unit]
          .filter(Boolean)
          .join(', '),
      )
      .join('; ') || null,
  unit: ({ unit }) => unit,
  turnaround_hours: ({ turnaroundHours }) => turnaroundHours?.toString() ?? null,
  fasting_required: ({ fastingRequired }) =>
    fastingRequired === null ? null : fastingRequired ? 'yes' : 'no',
  questions: ({ questions }) =>
    questions
      .map(({ code, text, type, required, options }) =>
        [`${code}: ${text}`, type, required ? 'required' : '', options.join(' | ')]
          .filter(Boolean)
          .join(', '),
      )
      .join('; ') || null,
  active: ({ active }) => (active ? 'yes' : 'no'),
};

const COLUMNS = {
  short_name: 'shortName',
  turnaround_hours: 'turnaroundHours',
  fasting_required: 'fastingRequired',
} as const;
const columnOf = (field: ImportField): keyof Values =>
  field in COLUMNS ? COLUMNS[field as keyof typeof COLUMNS] : (field as keyof Values);

function changesOf(row: TestRow, values: Values, codes: Codes) {
  const before = pick(row);
  return (Object.keys(IMPORT_FIELDS) as ImportField[]).flatMap((field) =>
    isDeepStrictEqual(before[columnOf(field)], values[columnOf(field)])
      ? []
      : [{ field, from: SHOWN[field](before, codes), to: SHOWN[field](values, codes) }],
  );
}

const named = ({ code, name }: { code: string; name: string }) => ({ code, name });

export function presentPlan(plan: ImportPlan): CatalogImportPreview {
  const added = plan.added.map(({ code, values }) => ({ code, name: values.name }));
  const changed = plan.changed.map(({ code, before, values }) => ({
    code,
    name: before!.name,
    changes: changesOf(before!, values, plan.codes),
  }));
  const deactivated = plan.deactivated.map(named);
  const all = JSON.stringify([
    plan.added.map(({ code, values }) => [
      code,
      Object.values(SHOWN).map((show) => show(values, plan.codes)),
    ]),
    changed,
    deactivated,
  ]);
  return {
    object: 'catalog_import_preview',
    digest: createHash('sha256').update(all).digest('hex'),
    added: added.slice(0, MAX_PREVIEW_ROWS),
    changed: changed.slice(0, MAX_PREVIEW_ROWS),
    deactivated: deactivated.slice(0, MAX_PREVIEW_ROWS),
    counts: {
      added: added.length,
      changed: changed.length,
      deactivated: deactivated.length,
      unchanged: plan.unchanged,
      errors: plan.errors.length,
    },
    errors: plan.errors.slice(0, MAX_PREVIEW_ERRORS),
    ignored_columns: plan.ignoredColumns,
  };
}
