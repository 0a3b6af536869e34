/** Whether a chosen file is in the chart already: asked before it is sent, by the SHA-256 of its bytes. */
import { api } from '../client/client';

export interface FiledCopy {
  id: string;
  title: string;
  created_at: string;
}

/** Filing waits for this answer: one that is lost must not stand in its way for ever. */
const WAIT_MS = 10_000;

/** Null when there is none, and when it cannot be known: the server tells again when it is filed. */
export async function findCopy(patientId: string, sha256: string): Promise<FiledCopy | null> {
  try {
    const { data } = await api.documents.findDocumentCopies.query(
      { patient_id: patientId, sha256: [sha256] },
      { signal: AbortSignal.timeout(WAIT_MS) },
    );
    return data[0] ?? null;
  } catch {
    return null;
  }
}
