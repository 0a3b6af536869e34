import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { FIXTURES } from '../../support/fixtures';

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

const read = (name: string) =>
  gunzipSync(readFileSync(path.join(FIXTURES, 'synthea', name))).toString('utf8');

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
