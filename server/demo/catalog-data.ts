import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { RangeEntry } from '../data-types/catalog-test';
import type { CatalogEntry } from '../domain/catalog/upsert-catalog';
import { readCsv, type CsvRow } from './read-csv';

/**
 * The example catalog: names, LOINC codes, units and ranges from their public source (docs/licenses/LOINC.md). Missing
 * data are null; if the text of a range contradicts its numbers, only the numbers are used. The short codes are our
 * own.
 */

const FOLDER = path.resolve('server/demo/catalog');
export const EXAMPLE_LAB = { id: 'example-lab', name: 'Example Laboratory' } as const;
const SOURCE = 'example, not for clinical use';

const number = (cell: string | undefined): number | null => (cell ? Number(cell) : null);
const words = (cell: string | undefined): string[] => (cell ? cell.split('|') : []);

function ranges(row: CsvRow): RangeEntry[] {
  if (!row.low && !row.high) return [];
  return [
    {
      sex: null,
      age_min_days: null,
      age_max_days: null,
      low: number(row.low),
      high: number(row.high),
      unit: row.unit || null,
      text: row.range_text || null,
    },
  ];
}

const common = (row: CsvRow) => ({
  code: row.code!,
  loinc: row.loinc!,
  name: row.name!,
  category: row.category as CatalogEntry['category'],
  specimen: row.specimen
    ? { type: row.specimen, type_code: null, container: null, volume: null, handling: null }
    : null,
  fasting_required: null,
  turnaround_hours: null,
  questions: [],
  lab: EXAMPLE_LAB,
  active: true,
  source: SOURCE,
});

function test(row: CsvRow): CatalogEntry {
  return {
    ...common(row),
    kind: 'test',
    short_name: row.short_name || null,
    // The license requires the LOINC name next to its code.
    synonyms: [row.long_name!, ...words(row.synonyms)],
    components: [],
    unit: row.unit || null,
    reference_ranges: ranges(row),
    critical_low: number(row.critical_low),
    critical_high: number(row.critical_high),
  };
}

function panel(row: CsvRow, tests: Map<string, CsvRow>): CatalogEntry {
  const members = row.members!.split(' ').map((loinc) => tests.get(loinc)!);
  return {
    ...common(row),
    kind: 'panel',
    short_name: null,
    // The LOINC names of parts that cannot be ordered alone.
    synonyms: [...words(row.synonyms), ...members.flatMap((part) => (part.code ? [] : [part.long_name!]))],
    components: members.map((part) => ({
      loinc: part.loinc!,
      name: part.name!,
      unit: part.unit || null,
      reference_ranges: ranges(part),
    })),
    unit: null,
    reference_ranges: [],
    critical_low: null,
    critical_high: null,
  };
}

/** Tests first, because panels refer to them as components. */
export async function catalogEntries(): Promise<CatalogEntry[]> {
  const tests = readCsv(await readFile(path.join(FOLDER, 'tests.csv'), 'utf8'));
  const panels = readCsv(await readFile(path.join(FOLDER, 'panels.csv'), 'utf8'));
  const byLoinc = new Map(tests.map((row) => [row.loinc!, row]));
  // Rows without a code of ours exist only as parts of panels.
  return [...tests.filter((row) => row.code).map(test), ...panels.map((row) => panel(row, byLoinc))];
}
