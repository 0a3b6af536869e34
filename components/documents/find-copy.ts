/** Finds a document with the same SHA-256 in the chart, before the file is uploaded. */
import { api } from '../client/client';

export interface FiledCopy {
  id: string;
  title: string;
  created_at: string;
}

/** Filing is disabled until the response; a lost one must not block it. */
const TIMEOUT_MS = 10_000;

/** Null also when the search fails: the server reports a copy again when the file is filed. */
export async function findCopy(patientId: string, sha256: string): Promise<FiledCopy | null> {
  try {
    const { data } = await api.documents.findDocumentCopies.query(
      { patient_id: patientId, sha256: [sha256] },
      { signal: AbortSignal.timeout(TIMEOUT_MS) },
    );
    return data[0] ?? null;
  } catch {
    return null;
  }
}
