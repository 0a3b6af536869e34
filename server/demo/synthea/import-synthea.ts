import type { Context } from '../../shared/context';
import { isDomainError } from '../../errors/domain-error';
import { newRequestId } from '../../shared/ids';
import { filePatientHistory } from '../../domain/lab-results/file-patient-history';
import { listPatientsInput } from '../../domain/patients/contract';
import { createPatient } from '../../domain/patients/create-patient';
import { listPatients } from '../../domain/patients/list-patients';
import { readFolder, type SourceFolder, type SourcePatient } from './read-folder';
import { toPatient } from './to-patient';
import { toReports } from './to-reports';

/**
 * Imports a folder of synthetic patients and their laboratory history through the domain operations. Patients are found
 * by external ID and reports by number, so that an interrupted import can be repeated.
 */

export interface ImportCounts {
  patients: { created: number; known: number; skipped: number };
  results: { created: number; updated: number; unchanged: number };
  observations: { created: number };
}

/** Why a patient was skipped: the source key and field names, never values. */
interface Skipped {
  pid: string;
  reason: string;
}

export interface ImportOptions {
  folder: string;
  limit?: number | undefined;
  onProgress: (done: number, total: number) => void;
  onSkipped: (skipped: Skipped) => void;
}

/** Concurrent patients: enough to keep the database busy. */
const WORKERS = 4;

export async function importSynthea(
  ctx: Context,
  { folder, limit, onProgress, onSkipped }: ImportOptions,
): Promise<ImportCounts> {
  const source = await readFolder(folder);
  const patients = source.patients.slice(0, limit);
  const counts: ImportCounts = {
    patients: { created: 0, known: 0, skipped: 0 },
    results: { created: 0, updated: 0, unchanged: 0 },
    observations: { created: 0 },
  };
  let next = 0;
  let done = 0;
  const worker = async (): Promise<void> => {
    for (let patient = patients[next++]; patient; patient = patients[next++]) {
      onProgress(done, patients.length);
      const skipped = await bring(ctx, source, patient, counts);
      if (skipped) onSkipped({ pid: patient.pid, reason: skipped });
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, worker));
  onProgress(patients.length, patients.length);
  return counts;
}

/** Imports one patient and their history. Returns the reason if the patient was skipped. */
async function bring(
  ctx: Context,
  source: SourceFolder,
  patient: SourcePatient,
  counts: ImportCounts,
): Promise<string | null> {
  const found = await bringPatient(ctx, patient);
  if ('reason' in found) {
    counts.patients.skipped += 1;
    return found.reason;
  }
  counts.patients[found.created ? 'created' : 'known'] += 1;
  const reports = toReports(
    found.id,
    source.observations.get(patient.pid) ?? [],
    source.reports.get(patient.pid) ?? new Map(),
  );
  if (reports.length === 0) return null;
  const filed = await filePatientHistory(
    { ...ctx, requestId: newRequestId() },
    { patient_id: found.id, reports },
  );
  counts.results.created += filed.created;
  counts.results.updated += filed.updated;
  counts.results.unchanged += filed.unchanged;
  counts.observations.created += filed.observations;
  return null;
}

type Brought = { id: string; created: boolean } | { reason: string };

async function bringPatient(ctx: Context, source: SourcePatient): Promise<Brought> {
  const known = await listPatients(
    { ...ctx, requestId: newRequestId() },
    listPatientsInput.parse({ external_id: source.pid, limit: 1 }),
  );
  if (known.data[0]) return { id: known.data[0].id, created: false };
  const input = toPatient(source);
  if (!input.success)
    return {
      reason: `not valid: ${[...new Set(input.error.issues.map((issue) => issue.path.join('.')))].join(', ')}`,
    };
  try {
    const made = await createPatient({ ...ctx, requestId: newRequestId() }, input.data, { historical: true });
    return { id: made.id, created: true };
  } catch (error) {
    // Another record of the organization has the MRN or an identifier; users must decide which is right.
    if (isDomainError(error) && error.code.startsWith('duplicate_')) return { reason: error.code };
    throw error;
  }
}
