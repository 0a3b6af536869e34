import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { FIXTURES } from '../../support/fixtures';
import { isFull } from '../../support/test-size';

/** The input of the story: synthetic patients with their laboratory history. */

export interface SourcePatient {
  pid: string;
  family: string;
  given: string[];
  birth_date: string;
}

export interface SourceObservation {
  pid: string;
  rep: string;
  loinc: string;
  name: string;
  value_type: string;
  value: string;
  unit: string;
  ref_low: string;
  ref_high: string;
  effective: string;
}

const FOLDER = path.join(FIXTURES, 'synthea');
/** In the nightly run everything, else two of the three parts of the source: the import runs three times. */
const OMITTED = isFull ? /(?!)/ : /^(?:\{"pid":")?r4-/;

const read = (name: string) =>
  gunzipSync(readFileSync(path.join(FOLDER, name)))
    .toString('utf8')
    .split('\n')
    .filter((line) => !OMITTED.test(line))
    .join('\n');

/** The folder to import. */
export function sourceFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'clinical-synthea-'));
  for (const name of readdirSync(FOLDER)) writeFileSync(path.join(folder, name), gzipSync(read(name)));
  return folder;
}

export const sourcePatients = (): SourcePatient[] =>
  read('patients.ndjson.gz')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as SourcePatient);

/** A small separate CSV reader, so that the import does not check itself. */
export function sourceObservations(): SourceObservation[] {
  const [head, ...lines] = read('lab_observations.csv.gz').split('\n').filter(Boolean);
  const names = head!.trim().split(',');
  return lines.map((line) => {
    const cells = [...line.trimEnd().matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map((match) =>
      match[1]!.replace(/^"|"$/g, '').replaceAll('""', '"'),
    );
    return Object.fromEntries(
      names.map((name, index) => [name, cells[index] ?? '']),
    ) as unknown as SourceObservation;
  });
}
