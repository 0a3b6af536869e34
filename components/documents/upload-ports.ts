/** What the upload queue needs from browser and server; tests replace it. */
import type { Document } from '@/server/domain/documents/contract';
import type { Upload } from '@/server/domain/documents/upload-contract';
import type { FiledCopy } from './find-copy';
import type { Guess } from './guess-details';

export interface RunningUpload {
  done: Promise<Upload>;
  cancel: () => void;
}

export interface Sending {
  patientId: string;
  /** Of the file when it was chosen. Null without TLS; rejected when the file cannot be read. */
  sha256: Promise<string | null>;
}

export interface Filing {
  id: string;
  patient_id: string;
  title: string;
  category: Document['category'];
  document_date: string | null;
}

export type Filed = Pick<
  Document,
  'id' | 'title' | 'category' | 'document_date' | 'created_at' | 'status' | 'duplicate_of'
>;

export interface UploadPorts {
  send: (file: File, to: Sending, onProgress: (sent: number) => void) => RunningUpload;
  fileUpload: (filing: Filing) => Promise<Filed>;
  discard: (id: string) => Promise<unknown>;
  digest: (file: File) => Promise<string | null>;
  /** Of a photo or a text. @param patientLine name, birth date and MRN */
  guessContent: (file: File, patientLine: string) => Promise<Partial<Guess>>;
  /** The end of a PDF file is missing. */
  isCut: (file: File) => Promise<boolean>;
  findCopy: (patientId: string, sha256: string) => Promise<FiledCopy | null>;
  isOnline: () => boolean;
  wait: (ms: number) => Promise<void>;
  announce: (message: string) => void;
  /** Shows and announces what was filed. */
  confirm: (shown: { sentence: string; link?: { href: string; label: string } }) => void;
  /** Lists on the page are out of date. */
  filed: () => void;
}
