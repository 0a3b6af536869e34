import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { readCsv, type CsvRow } from '../read-csv';

/** The files of a folder of synthetic patients, uninterpreted. */

export interface SourcePatient {
  pid: string;
  family: string;
  given?: string[];
  prefix?: string[];
  suffix?: string[];
  other_names?: { use?: string; family?: string; given?: string[]; prefix?: string[]; suffix?: string[] }[];
  gender?: string;
  birth_date: string;
  birth_sex?: string;
  deceased?: string | boolean;
  language?: string[];
  telecom?: { system?: string; use?: string; value?: string }[];
  address?: {
    use?: string;
    line?: string[];
    city?: string;
    state?: string;
    postalCode?: string;
    country?: string;
  }[];
  identifiers?: { type?: string | null; system?: string; value?: string }[];
}

export interface SourceFolder {
  patients: SourcePatient[];
  /** By patient. */
  observations: Map<string, CsvRow[]>;
  /** By patient, then by number within the patient. */
  reports: Map<string, Map<string, CsvRow>>;
}

/** The message is one sentence for the operator. */
class FolderError extends Error {
  readonly isFolderError = true as const;
}

const unzip = promisify(gunzip);

async function readText(folder: string, name: string): Promise<string> {
  for (const [file, packed] of [
    [`${name}.gz`, true],
    [name, false],
  ] as const) {
    try {
      const bytes = await readFile(path.join(folder, file));
      return (packed ? await unzip(bytes) : bytes).toString('utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') continue;
      throw new FolderError(`${file} in the folder of --dir cannot be read.`, { cause: error });
    }
  }
  throw new FolderError(`The folder of --dir has no ${name}.gz.`);
}

export async function readFolder(folder: string): Promise<SourceFolder> {
  const lines = (await readText(folder, 'patients.ndjson')).split('\n').filter((line) => line.trim() !== '');
  const patients = lines.map((line, index) => {
    try {
      return JSON.parse(line) as SourcePatient;
    } catch {
      throw new FolderError(`Line ${index + 1} of patients.ndjson is not JSON.`);
    }
  });
  const observations = new Map<string, CsvRow[]>();
  for (const row of readCsv(await readText(folder, 'lab_observations.csv'))) {
    const known = observations.get(row.pid!);
    if (known) known.push(row);
    else observations.set(row.pid!, [row]);
  }
  const reports = new Map<string, Map<string, CsvRow>>();
  for (const row of readCsv(await readText(folder, 'reports.csv'))) {
    const known = reports.get(row.pid!) ?? new Map<string, CsvRow>();
    reports.set(row.pid!, known.set(row.rep!, row));
  }
  return { patients, observations, reports };
}
