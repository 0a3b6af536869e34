/** The state of one upload. Loaded on every page of the portal: its details are read in `upload-details.ts`. */
import type { FiledCopy } from './find-copy';

export type GuessedField = 'title' | 'category' | 'date';

/** Metadata of a file in a draft. */
export interface KeptDetail {
  /** Name and size identify the file when it is chosen again. */
  name: string;
  size: number;
  title: string;
  category: string;
  date: string;
  /** Not confirmed by the user. */
  guessed?: readonly GuessedField[];
  /** Filing had started: if the server no longer holds it, it is in the chart. */
  filing?: boolean;
  /** The end of a PDF file is missing: only a chosen file is checked. */
  cut?: boolean;
}

/**
 * waiting → sending → uploaded → filing → filed. Uploaded: in no chart yet. Failed: rejected or canceled.
 */
export type UploadState = 'waiting' | 'sending' | 'uploaded' | 'filing' | 'filed' | 'failed';

export interface UploadLine {
  key: number;
  /** It is only ever filed to this patient. */
  patientId: string;
  /** Name, birth date, MRN. */
  patientLine: string;
  /** Null for uploads from a closed page. */
  file: File | null;
  /** Found by the server in the uploaded bytes. */
  contentType?: string;
  name: string;
  size: number;
  title: string;
  /** Empty until chosen or guessed: nothing is filed without. */
  category: string;
  date: string;
  guessed: readonly GuessedField[];
  state: UploadState;
  sent: number;
  /** The last problem and its fix. */
  message: string | null;
  /** A retry would fail again. */
  final: boolean;
  /** The user has left the page that showed why it cannot be filed. */
  seen: boolean;
  /** Confirmed by the user: filed as soon as it is uploaded, also after a lost connection. */
  confirmed: boolean;
  uploadId: string | null;
  documentId: string | null;
  /** Filed before, with other details: in another tab, or before its response was lost. */
  filedBefore: { at: string; category: string } | null;
  duplicateOf: string | null;
  /** Filed; it opens after the malware scan. */
  scanning: boolean;
  /** The search for a copy is done. */
  copyChecked: boolean;
  /** The search for a copy failed. It is filed unchecked only on request. */
  copyFailed: boolean;
  /** The same file, in this chart or another. It is filed again only on request. */
  copy: FiledCopy | null;
  /** Null until computed, and without TLS until the upload is complete. */
  sha256: string | null;
  /** An earlier file of the list with the same content. It is filed twice only on request. */
  sameAs: string | null;
  again: boolean;
  /** Names of the images of which this PDF file consists, in the order of its pages. */
  pages: readonly string[];
  /** The end of a PDF file is missing. */
  cut: boolean;
}

export type UploadFacts = Pick<UploadLine, 'title' | 'category' | 'date' | 'guessed' | 'again' | 'cut'>;

export const isOpen = ({ state }: UploadLine): boolean => state !== 'filed';

/** Filed, with nothing else to say. */
export const isPlainlyFiled = ({ state, filedBefore, duplicateOf }: UploadLine): boolean =>
  state === 'filed' && filedBefore === null && duplicateOf === null;

export const isUploading = ({ state }: UploadLine): boolean => state === 'waiting' || state === 'sending';

export const isBeingFiled = ({ confirmed, state }: UploadLine): boolean => confirmed && state !== 'failed';

/** Filed by the button: uploaded or uploading, and not in a chart as far as is known, or confirmed to be filed. */
export const isReady = (line: UploadLine): boolean =>
  (isUploading(line) || line.state === 'uploaded') &&
  !line.confirmed &&
  line.copyChecked &&
  (line.again || !(isRepeated(line) || line.copyFailed));

/** Already in this chart, in that of another patient, or in the list. */
export const isRepeated = ({ copy, sameAs }: UploadLine): boolean => copy !== null || sameAs !== null;

/** Names the first file with the same content at each later one, for the same patient. */
export function markRepeated(lines: readonly UploadLine[]): readonly UploadLine[] {
  const first = new Map<string, string>();
  return lines.map((line) => {
    if (line.sha256 === null || line.state === 'failed')
      return line.sameAs === null ? line : { ...line, sameAs: null };
    const content = `${line.patientId} ${line.sha256}`;
    const sameAs = first.get(content) ?? null;
    if (sameAs === null) first.set(content, line.name);
    return line.sameAs === sameAs ? line : { ...line, sameAs };
  });
}

export interface UploadPatient {
  id: string;
  /** Name, birth date, MRN. */
  line: string;
}
