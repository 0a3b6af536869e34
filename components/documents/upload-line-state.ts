/** One file on its way into a chart, as the queue keeps it and screens show it. */
import type { Upload } from '@/server/domain/documents/upload-contract';
import { defaultTitle, shownName } from './default-title';
import type { FiledCopy } from './find-copy';

/** What was entered beside a file, as a draft keeps it. */
export interface KeptDetail {
  /** By these two a file is known again when it is chosen again. */
  name: string;
  size: number;
  title: string;
  category: string;
  date: string;
  /** It was being filed: when the server holds it no more, it is in the chart. */
  filing?: boolean;
}

/**
 * waiting → sending → held → filing → filed. Held: the bytes are there and in no chart. A failed one was not taken, or was
 * cancelled.
 */
export type UploadState = 'waiting' | 'sending' | 'held' | 'filing' | 'filed' | 'failed';

export interface UploadLine {
  key: number;
  /** Whose page it was given to; it is filed there and nowhere else. */
  patientId: string;
  /** Name, birth date, MRN. */
  patientLine: string;
  /** Absent when it was sent from a page that is closed. */
  file: File | null;
  name: string;
  size: number;
  title: string;
  category: string;
  date: string;
  state: UploadState;
  sent: number;
  /** What went wrong last, with the next step. */
  message: string | null;
  /** Sent again it would be refused again: there is no other try. */
  final: boolean;
  /** The person has confirmed: it is filed as soon as it is held. */
  confirmed: boolean;
  uploadId: string | null;
  documentId: string | null;
  duplicateOf: string | null;
  /** Filed, and not to be opened before the malware check. */
  checking: boolean;
  /** Whether it was asked if the chart holds this file already. */
  asked: boolean;
  /** The same file in the chart. It is filed again only when somebody says so. */
  copy: FiledCopy | null;
  again: boolean;
}

export type UploadFacts = Pick<UploadLine, 'title' | 'category' | 'date' | 'again'>;

export const isOpen = ({ state }: UploadLine): boolean => state !== 'filed';

export const isTravelling = ({ state }: UploadLine): boolean => state === 'waiting' || state === 'sending';

/** Filed by the one button: not refused, and not in the chart already, or to be filed again all the same. */
export const isReady = (line: UploadLine): boolean =>
  (isTravelling(line) || line.state === 'held') &&
  !line.confirmed &&
  line.asked &&
  (line.copy === null || line.again);

export interface UploadPatient {
  id: string;
  /** Name, birth date, MRN. */
  line: string;
}

export interface NewLine {
  key: number;
  patient: UploadPatient;
  file: Pick<File, 'name' | 'size'>;
  detail?: KeptDetail | undefined;
}

export const newLine = ({ key, patient, file: { name, size }, detail }: NewLine): UploadLine => ({
  key,
  patientId: patient.id,
  patientLine: patient.line,
  file: null,
  name: shownName(name),
  size,
  title: detail?.title ?? defaultTitle(name),
  category: detail?.category ?? 'other',
  date: detail?.date ?? '',
  state: 'waiting',
  sent: 0,
  message: null,
  final: false,
  confirmed: false,
  uploadId: null,
  documentId: null,
  duplicateOf: null,
  checking: false,
  asked: false,
  copy: null,
  again: false,
});

/** Sent from a page that is closed meanwhile. */
export const heldLine = (key: number, patient: UploadPatient, held: Upload): UploadLine => ({
  ...newLine({ key, patient, file: { name: held.file_name, size: held.size } }),
  state: 'held',
  sent: held.size,
  uploadId: held.id,
});
