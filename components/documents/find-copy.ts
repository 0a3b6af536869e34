/** Finds a document with the same SHA-256 in the chart or in another one, before the file is uploaded. */
import type { DocumentCopies } from '@/server/domain/documents/contract';
import { api } from '../client/client';

export type FiledCopy = Omit<DocumentCopies['data'][number], 'sha256'>;

/** Filing is disabled until then. */
const TIMEOUT_MS = 10_000;

/** Rejected when the search fails: the server does not look into other charts when the file is filed. */
export async function findCopy(patientId: string, sha256: string): Promise<FiledCopy | null> {
  const { data } = await api.documents.findDocumentCopies.query(
    { patient_id: patientId, sha256: [sha256] },
    { signal: AbortSignal.timeout(TIMEOUT_MS) },
  );
  return data[0] ?? null;
}
