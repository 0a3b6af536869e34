/** Whether a chosen file is in the chart already: asked before it is sent, by the SHA-256 of its bytes. */
import { api } from '../api/client';

export interface FiledCopy {
  id: string;
  title: string;
  created_at: string;
}

/** Null when there is none, and when it cannot be known: the server tells again after the upload. */
export async function findCopy(patientId: string, file: File): Promise<FiledCopy | null> {
  try {
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
    const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
    const { data } = await api.documents.findDocumentCopies.query({
      patient_id: patientId,
      sha256: [sha256],
    });
    return data[0] ?? null;
  } catch {
    return null;
  }
}
