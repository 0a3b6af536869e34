import type { Context } from '../../domain/context';
import { isDomainError } from '../../domain/errors';
import { newRequestId } from '../../domain/ids';
import { filePatientHistory } from '../../domain/lab-results/file-patient-history';
import { listPatientsInput } from '../../domain/patients/contract';
import { createPatient } from '../../domain/patients/create-patient';
import { listPatients } from '../../domain/patients/list-patients';
import { readFolder, type SourcePatient } from './read-folder';
import { toPatient } from './to-patient';
import { toReports } from './to-reports';

/**
 * Imports a folder of synthetic patients and their laboratory history through the domain verbs. Each patient is
 * found again by external id and each report by its number, so that a run that was cut off is simply run again.
 */

export interface ImportCounts {
  patients: { created: number; known: number; skipped: number };
  results: { created: number; updated: number; unchanged: number };
  observations: { created: number };
}

/** Why a patient was left out: the key of the source and names of fields, never values. */
export interface Skipped {
  pid: string;
  reason: string;
}

export interface ImportOptions {
  folder: string;
  limit?: number | undefined;
  onProgress: (done: number, total: number) => void;
  onSkipped: (skipped: Skipped) => void;
}

export async function importSynthea(ctx: Context, { folder, limit, onProgress, onSkipped }: ImportOptions): Promise<ImportCounts> {
  const source = await readFolder(folder);
  const patients = source.patients.slice(0, limit);
  const counts: ImportCounts = { patients: { created: 0, known: 0, skipped: 0 }, results: { created: 0, updated: 0, unchanged: 0 }, observations: { created: 0 } };
  for (const [index, patient] of patients.entries()) {
    onProgress(index, patients.length);
    const found = await bringPatient(ctx, patient);
    if ('reason' in found) {
      counts.patients.skipped += 1;
      onSkipped({ pid: patient.pid, reason: found.reason });
      continue;
    }
    counts.patients[found.created ? 'created' : 'known'] += 1;
    const reports = toReports(found.id, source.observations.get(patient.pid) ?? [], source.reports.get(patient.pid) ?? new Map());
    if (reports.length === 0) continue;
    const filed = await filePatientHistory({ ...ctx, requestId: newRequestId() }, { patient_id: found.id, reports });
    counts.results.created += filed.created;
    counts.results.updated += filed.updated;
    counts.results.unchanged += filed.unchanged;
    counts.observations.created += filed.observations;
  }
  onProgress(patients.length, patients.length);
  return counts;
}

type Brought = { id: string; created: boolean } | { reason: string };

async function bringPatient(ctx: Context, source: SourcePatient): Promise<Brought> {
  const known = await listPatients({ ...ctx, requestId: newRequestId() }, listPatientsInput.parse({ external_id: source.pid, limit: 1 }));
  if (known.data[0]) return { id: known.data[0].id, created: false };
  const input = toPatient(source);
  if (!input.success) return { reason: `not valid: ${[...new Set(input.error.issues.map((issue) => issue.path.join('.')))].join(', ')}` };
  try {
    const made = await createPatient({ ...ctx, requestId: newRequestId() }, input.data);
    return { id: made.id, created: true };
  } catch (error) {
    // Another record of the organisation has the MRN or an identifier: which one is right is for people to say.
    if (isDomainError(error) && error.code.startsWith('duplicate_')) return { reason: error.code };
    throw error;
  }
}
