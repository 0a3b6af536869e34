/**
 * The files of one tab on their way: sent three at a time into the holding area, tried again by themselves where the way was
 * the trouble, and filed when somebody has confirmed. Knows nothing of pages, so it goes on while they change; each file
 * stays with the patient it was given for.
 */
import type { Document } from '@/server/domain/documents/contract';
import type { Upload } from '@/server/domain/documents/upload-contract';
import { count } from '../format/numbers';
import { parseDate } from '../format/parse-date';
import { problemOf, shownError, type Problem } from '../ui/error-message';
import { defaultTitle } from './default-title';
import type { FiledCopy } from './find-copy';
import {
  heldLine,
  isReady,
  isTravelling,
  newLine,
  type UploadFacts,
  type UploadLine,
  type UploadPatient,
  type KeptDetail,
} from './upload-line-state';

export const AT_ONCE = 3;
/** Tried again by itself after these pauses; then only when somebody asks. */
export const RETRY_AFTER_MS = [1_000, 4_000];
/** Worth another try: the way, or a server that was not there. */
const PASSING = ['network', 'unavailable', 'request_timeout'];
/** Whatever is done about these is done to another file, or by somebody else: the same one is refused again. */
const FINAL = [
  'unsupported_file_type',
  'payload_too_large',
  'file_empty',
  'file_unreadable',
  'forbidden',
  'insufficient_scope',
  'not_found',
  'patient_not_found',
];
/** Too many at once is no failure, but it does not go on for ever. */
const MOST_PAUSES = 20;

export const CANCELLED: Problem = { code: 'cancelled', detail: 'Cancelled. Nothing was filed.' };

export interface RunningUpload {
  done: Promise<Upload>;
  cancel: () => void;
}

/** Where a file goes, and what it was when it was chosen. */
export interface Sending {
  patientId: string;
  /** Null where it cannot be computed; rejected when the file cannot be read. */
  sha256: Promise<string | null>;
}

export interface Filing {
  id: string;
  patient_id: string;
  title: string;
  category: Document['category'];
  document_date: string | null;
}

/** What the queue asks of the world. */
export interface UploadPorts {
  send: (file: File, to: Sending, onProgress: (sent: number) => void) => RunningUpload;
  fileUpload: (filing: Filing) => Promise<Pick<Document, 'id' | 'title' | 'status' | 'duplicate_of'>>;
  discard: (id: string) => Promise<unknown>;
  digest: (file: File) => Promise<string | null>;
  findCopy: (patientId: string, sha256: string) => Promise<FiledCopy | null>;
  wait: (ms: number) => Promise<void>;
  say: (message: string) => void;
  /** Something was filed: lists on the page are old. */
  filed: () => void;
}

export class UploadQueue {
  private lines: readonly UploadLine[] = [];
  private readonly hearers = new Set<() => void>();
  private readonly running = new Map<number, RunningUpload>();
  private readonly filing = new Set<number>();
  /** Filed or thrown away here: an older answer of the server may still name them. */
  private readonly gone = new Set<string>();
  private nextKey = 1;
  private readonly digests = new Map<number, Sending['sha256']>();
  private reading: Promise<unknown> = Promise.resolve();
  private asking: Promise<void> = Promise.resolve();
  /** Filed since it was last said. */
  private done = 0;
  /** Something was filed since the page was loaded. */
  private unseen = false;

  constructor(private readonly ports: UploadPorts) {}

  readonly subscribe = (hear: () => void): (() => void) => {
    this.hearers.add(hear);
    return () => void this.hearers.delete(hear);
  };
  readonly snapshot = (): readonly UploadLine[] => this.lines;

  /** Begins to send at once. */
  add(
    patient: UploadPatient,
    files: readonly File[],
    details: readonly (KeptDetail | undefined)[] = [],
  ): void {
    const added = files.map((file, at) => ({
      ...newLine({ key: this.nextKey++, patient, file, detail: details[at] }),
      file,
    }));
    this.set([...this.lines, ...added]);
    for (const line of added) this.askForCopy(line.key, patient.id, this.read(line.key, line.file));
    this.next();
  }

  /**
   * The lines of a patient, with those that are about to be adopted: as they are shown before the queue has them, so that
   * the server's page has them in their place.
   */
  linesOf(patient: UploadPatient, held: readonly Upload[]): readonly UploadLine[] {
    return [
      ...this.of(patient.id),
      ...this.unknown(patient, held).map((one, at) => heldLine(this.nextKey + at, patient, one)),
    ];
  }

  /** Takes up what was sent from a page that is closed. */
  adopt(patient: UploadPatient, held: readonly Upload[]): void {
    const added = this.unknown(patient, held).map((one) => ({
      line: heldLine(this.nextKey++, patient, one),
      sha256: one.sha256,
    }));
    if (added.length === 0) return;
    this.set([...this.lines, ...added.map(({ line }) => line)]);
    for (const { line, sha256 } of added) this.askForCopy(line.key, line.patientId, Promise.resolve(sha256));
  }

  change(key: number, facts: Partial<UploadFacts>): void {
    this.patch(key, facts);
  }

  cancel(key: number): void {
    const upload = this.running.get(key);
    if (upload) upload.cancel();
    else if (this.line(key)?.state === 'waiting')
      this.patch(key, { state: 'failed', confirmed: false, message: CANCELLED.detail ?? null });
  }

  /** All of one patient that travel still. */
  cancelAll(patientId: string): void {
    for (const line of this.of(patientId)) if (isTravelling(line)) this.cancel(line.key);
  }

  retry(key: number): void {
    const line = this.line(key);
    if (line?.state !== 'failed' || line.final || !line.file) return;
    // It may be another one by now. Whether the chart holds that one is told when it is filed.
    void this.read(key, line.file);
    this.patch(key, { state: 'waiting', sent: 0, message: null, uploadId: null });
    this.next();
  }

  /** Out of the list; what the holding area has of it is thrown away. */
  remove(key: number): void {
    const line = this.line(key);
    if (!line || line.state === 'filing') return;
    this.running.get(key)?.cancel();
    this.digests.delete(key);
    this.set(this.lines.filter((other) => other.key !== key));
    if (line.uploadId && line.state !== 'filed') this.discard(line.uploadId);
  }

  /** The confirm of one patient: what is held is filed now, what travels when it has arrived. Of nobody else. */
  file(patientId: string): void {
    const ready = new Set(
      this.of(patientId)
        .filter(isReady)
        .map(({ key }) => key),
    );
    this.set(
      this.lines.map((line) => (ready.has(line.key) ? { ...line, confirmed: true, message: null } : line)),
    );
    this.next();
  }

  /** What was told of the filed ones has been seen. */
  forgetFiled(patientId: string): void {
    const left = this.lines.filter((line) => line.patientId !== patientId || line.state !== 'filed');
    if (left.length < this.lines.length) this.set(left);
  }

  /** The page is over. What is held waits for its owner. */
  end(): void {
    for (const upload of this.running.values()) upload.cancel();
    this.set([]);
  }

  private unknown(patient: UploadPatient, held: readonly Upload[]): readonly Upload[] {
    const known = new Set([...this.gone, ...this.lines.map(({ uploadId }) => uploadId)]);
    return held.filter(({ id, patient_id }) => patient_id === patient.id && !known.has(id));
  }

  private of(patientId: string): readonly UploadLine[] {
    return this.lines.filter((line) => line.patientId === patientId);
  }

  private line(key: number): UploadLine | undefined {
    return this.lines.find((line) => line.key === key);
  }

  private set(lines: readonly UploadLine[]): void {
    this.lines = lines;
    for (const hear of this.hearers) hear();
  }

  private patch(key: number, part: Partial<UploadLine>): void {
    this.set(this.lines.map((line) => (line.key === key ? { ...line, ...part } : line)));
  }

  /** One after the other: each file is read whole for its checksum. */
  private read(key: number, file: File): Sending['sha256'] {
    const digest = this.reading.then(() => (this.line(key) ? this.ports.digest(file) : null));
    this.reading = digest.catch(() => undefined);
    this.digests.set(key, digest);
    return digest;
  }

  private askForCopy(key: number, patientId: string, of: Sending['sha256']): void {
    this.asking = this.asking.then(async () => {
      if (!this.line(key)) return;
      const copy = await of
        .then((sha256) => (sha256 === null ? null : this.ports.findCopy(patientId, sha256)))
        .catch(() => null);
      const line = this.line(key);
      if (!line) return;
      if (copy) this.ports.say(`${line.name} is in this chart already, as ${copy.title}.`);
      this.patch(key, { copy, asked: true });
    });
  }

  private next(): void {
    for (const line of this.lines) {
      if (this.running.size >= AT_ONCE) break;
      if (line.state === 'waiting' && !this.running.has(line.key) && line.file) this.send(line, line.file);
    }
    for (const line of this.lines) {
      if (this.filing.size >= AT_ONCE) break;
      if (line.state === 'held' && line.confirmed && line.uploadId) void this.fileOne(line, line.uploadId);
    }
  }

  private send(line: UploadLine, file: File): void {
    const { key, patientId } = line;
    const sha256 = this.digests.get(key) ?? this.read(key, file);
    let stopped = false;
    let current: RunningUpload | null = null;
    let stop: (reason: Problem) => void = () => {};
    const stopping = new Promise<never>((_, reject) => (stop = reject));
    stopping.catch(() => undefined);
    const done = (async (): Promise<Upload> => {
      for (let tries = 0, pauses = 0; ;) {
        try {
          current = this.ports.send(file, { patientId, sha256 }, (sent) =>
            this.patch(key, { sent: Math.min(sent, file.size) }),
          );
          return await current.done;
        } catch (thrown) {
          const problem = problemOf(thrown);
          if (stopped) throw CANCELLED;
          const tooMany = problem.code === 'rate_limited' && pauses < MOST_PAUSES;
          const pause = tooMany ? (problem.retry_after ?? 10) * 1_000 : RETRY_AFTER_MS[tries];
          if (pause === undefined || !(tooMany || PASSING.includes(problem.code))) throw thrown;
          if (tooMany) pauses++;
          else tries++;
          this.patch(key, {
            sent: 0,
            message: tooMany
              ? 'Many files at once: it goes on in a moment.'
              : 'The connection broke. Trying again.',
          });
          await Promise.race([this.ports.wait(pause), stopping]);
          this.patch(key, { message: null });
        }
      }
    })();
    const cancel = () => {
      stopped = true;
      current?.cancel();
      stop(CANCELLED);
    };
    this.running.set(key, { done, cancel });
    this.patch(key, { state: 'sending', message: null });
    done
      .then(
        (held) => {
          // Removed in the moment in which it arrived: it must not stay behind.
          if (!this.line(key)) this.discard(held.id);
          else this.patch(key, { state: 'held', sent: file.size, message: null, uploadId: held.id });
        },
        (thrown: unknown) => {
          const { code } = problemOf(thrown);
          const message = code === CANCELLED.code ? CANCELLED.detail! : shownError(thrown).sentence;
          this.patch(key, { state: 'failed', confirmed: false, message, final: FINAL.includes(code) });
        },
      )
      .finally(() => {
        this.running.delete(key);
        this.next();
      });
  }

  private async fileOne(line: UploadLine, id: string): Promise<void> {
    const { key, patientId, title, name, category, date } = line;
    this.filing.add(key);
    this.patch(key, { state: 'filing', message: null });
    try {
      const document = await this.ports.fileUpload({
        id,
        patient_id: patientId,
        title: title.trim() || defaultTitle(name),
        category: category as Document['category'],
        document_date: parseDate(date),
      });
      this.done++;
      this.gone.add(id);
      this.patch(key, {
        state: 'filed',
        confirmed: false,
        title: document.title,
        documentId: document.id,
        duplicateOf: document.duplicate_of,
        checking: document.status === 'processing',
      });
      this.unseen = true;
    } catch (thrown) {
      const over = problemOf(thrown).code === 'not_found';
      this.patch(key, {
        state: over ? 'failed' : 'held',
        confirmed: false,
        message: over
          ? 'It was not filed within a day and is gone. Choose it again.'
          : shownError(thrown).sentence,
        ...(over ? { uploadId: null } : {}),
      });
    } finally {
      this.filing.delete(key);
      this.next();
      this.show();
      this.tell();
    }
  }

  /** Once for all that are filed one after the other: the page is loaded again, and audited, each time. */
  private show(): void {
    if (this.filing.size > 0 || !this.unseen) return;
    this.unseen = false;
    this.ports.filed();
  }

  /** Once, when all that was confirmed has its outcome. */
  private tell(): void {
    if (this.filing.size > 0 || this.done === 0 || this.lines.some(({ confirmed }) => confirmed)) return;
    this.ports.say(`${count(this.done, 'document')} filed.`);
    this.done = 0;
  }

  /** It is removed after a day anyway. */
  private discard(id: string): void {
    this.gone.add(id);
    this.ports.discard(id).catch(() => undefined);
  }
}
