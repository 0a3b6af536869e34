/**
 * The upload queue of one tab: three at a time into the holding area, retried after network errors, filed when the user
 * confirms. It is independent of pages and continues during navigation; each file stays with its patient.
 */
import type { Document } from '@/server/domain/documents/contract';
import { CATEGORY_WORDS } from '@/server/domain/documents/rules';
import type { Upload } from '@/server/domain/documents/upload-contract';
import { formatDate } from '../format/dates';
import { isolate } from '../format/isolate';
import { count } from '../format/numbers';
import { wordOf } from '../format/words';
import { problemOf, shownError, type Problem } from '../ui/error-message';
import { parseDocumentDate } from './document-date';
import { defaultTitle, isMachineName, shownName } from './default-title';
import type { Guess } from './guess-details';
import type { Filed, Filing, RunningUpload, Sending, UploadPorts } from './upload-ports';
import { FINAL, RETRIED } from './upload-problems';
import { unsupportedFile } from './unsupported-file';
import { detailProblems, unfiledLine, newLine, titlePhoto } from './upload-details';
import {
  isBeingFiled,
  isReady,
  isUploading,
  markRepeated,
  type UploadFacts,
  type UploadLine,
  type UploadPatient,
  type KeptDetail,
} from './upload-line-state';

export const MAX_PARALLEL = 3;
/** Automatic retries; further ones only on request. */
export const RETRY_AFTER_MS = [1_000, 4_000];
const MAX_PAUSES = 20;

export const CANCELED: Problem = { code: 'canceled', detail: 'Canceled. Nothing was filed.' };

/** The server returns the document of an upload that is filed already, and ignores the details sent with it. */
const hasDetails = (filed: Filed, sent: Filing): boolean =>
  filed.title === sent.title.normalize() &&
  filed.category === sent.category &&
  filed.document_date === sent.document_date;

const sameFile = (patientId: string, { name, size }: Pick<File, 'name' | 'size'>): string =>
  [patientId, size, shownName(name).normalize()].join(' ');

export class UploadQueue {
  private lines: readonly UploadLine[] = [];
  private readonly listeners = new Set<() => void>();
  private readonly running = new Map<number, RunningUpload>();
  private readonly filing = new Set<number>();
  /** Filed or discarded here; an older response of the server may still contain them. */
  private readonly finished = new Set<string>();
  /** Sent by this tab, also under IDs that it does not know: canceled too late, or with a lost response. */
  private readonly sentHere = new Set<string>();
  private isStopped = false;
  private nextKey = 1;
  /** Failed by a lost connection. */
  private readonly lost = new Set<number>();
  private readonly digests = new Map<number, Sending['sha256']>();
  /** What puts back the images of a combined file. */
  private readonly separations = new Map<number, readonly (() => void)[]>();
  private reading: Promise<unknown> = Promise.resolve();
  private copyChecks: Promise<void> = Promise.resolve();
  /** Since the last announcement. */
  private filed: { patientId: string; patientLine: string; documentId: string }[] = [];
  /** Something was filed since the page was loaded. */
  private isPageStale = false;

  constructor(private readonly ports: UploadPorts) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };
  readonly snapshot = (): readonly UploadLine[] => this.lines;

  /** Starts the uploads. */
  add(
    patient: UploadPatient,
    files: readonly File[],
    details: readonly (KeptDetail | undefined)[] = [],
  ): void {
    const added: (UploadLine & { file: File })[] = [];
    for (const [at, file] of files.entries()) {
      const line = { ...newLine({ key: this.nextKey++, patient, file, detail: details[at] }), file };
      added.push(titlePhoto(line, [...this.of(patient.id), ...added]));
    }
    this.set([...this.lines, ...added]);
    for (const line of added) {
      this.checkForCopy(line.key, patient.id, this.read(line.key, line.file));
      if (/\.(?:jpe?g|txt)$/i.test(line.name)) void this.guessContent(line.key, line.file);
      if (/\.pdf$/i.test(line.name)) void this.checkEnd(line.key, line.file);
    }
    this.next();
  }

  /**
   * The lines of a patient with the uploads about to be adopted, so that the server's page contains them in their place.
   */
  linesOf(patient: UploadPatient, unfiled: readonly Upload[]): readonly UploadLine[] {
    return [
      ...this.of(patient.id),
      ...this.unadopted(patient, unfiled).map((one, at) => unfiledLine(this.nextKey + at, patient, one)),
    ];
  }

  /** Adds uploads from a closed page. */
  adopt(patient: UploadPatient, unfiled: readonly Upload[]): void {
    const added = this.unadopted(patient, unfiled).map((one) => ({
      line: unfiledLine(this.nextKey++, patient, one),
      sha256: one.sha256,
    }));
    if (added.length === 0) return;
    this.set([...this.lines, ...added.map(({ line }) => line)]);
    for (const { line, sha256 } of added)
      this.checkForCopy(line.key, line.patientId, Promise.resolve(sha256));
  }

  change(key: number, facts: Partial<UploadFacts>): void {
    this.patch(key, facts);
  }

  cancel(key: number): void {
    const upload = this.running.get(key);
    if (upload) upload.cancel();
    else if (this.line(key)?.state === 'waiting')
      this.patch(key, { state: 'failed', confirmed: false, message: CANCELED.detail ?? null });
  }

  cancelAll(patientId: string): void {
    for (const line of this.of(patientId)) if (isUploading(line)) this.cancel(line.key);
  }

  retry(key: number): void {
    const line = this.line(key);
    if (line?.state !== 'failed' || line.final || !line.file) return;
    this.lost.delete(key);
    // The file may have changed. The server reports a copy when it is filed.
    void this.read(key, line.file);
    this.patch(key, { state: 'waiting', sent: 0, message: null, uploadId: null });
    this.next();
  }

  /** The browser is online again. */
  resume(): void {
    for (const key of this.lost) this.retry(key);
    this.checkAgain(({ state }) => state !== 'filing' && state !== 'filed');
  }

  /** Searches again for copies of files whose search failed. */
  checkAgain(which: (line: UploadLine) => boolean): void {
    const unchecked = this.lines.filter((line) => line.copyFailed && line.copyChecked && which(line));
    if (unchecked.length === 0) return;
    this.set(this.lines.map((line) => (unchecked.includes(line) ? { ...line, copyChecked: false } : line)));
    for (const { key, patientId, sha256 } of unchecked)
      this.checkForCopy(key, patientId, Promise.resolve(sha256));
  }

  /**
   * Also from the holding area.
   * @returns puts it back in its place and uploads its file again; null for an upload from a closed page
   */
  remove(key: number): (() => void) | null {
    const at = this.lines.findIndex((line) => line.key === key);
    const line = this.lines[at];
    if (!line || line.state === 'filing') return null;
    const earlier = new Set(this.lines.slice(0, at).map((other) => other.key));
    this.running.get(key)?.cancel();
    this.digests.delete(key);
    this.set(this.lines.filter((other) => other.key !== key));
    if (line.uploadId && line.state !== 'filed') this.discard(line.uploadId);
    const { file } = line;
    return file && (() => this.putBack({ ...line, file }, earlier));
  }

  /** Replaces images by one PDF file of them, with the details of the first. @returns the key of its line */
  combine(patient: UploadPatient, images: readonly UploadLine[], pdf: File): number {
    const { title, category, date, guessed } = images[0]!;
    const key = this.nextKey;
    this.add(patient, [pdf], [{ name: pdf.name, size: pdf.size, title, category, date, guessed }]);
    // Not numbered next to the images, which leave the list.
    this.patch(key, { title, pages: images.map(({ name }) => name) });
    this.separations.set(
      key,
      images.flatMap((image) => this.remove(image.key) ?? []),
    );
    return key;
  }

  /** Puts the images of a combined file back. @returns false if it is being filed */
  separate(key: number): boolean {
    const line = this.line(key);
    if (!line || line.confirmed || line.state === 'filing' || line.state === 'filed') return false;
    this.remove(key);
    // The last first, because each returns to its place before those that followed it.
    for (const putBack of this.separations.get(key)?.toReversed() ?? []) putBack();
    this.separations.delete(key);
    return true;
  }

  private putBack(line: UploadLine & { file: File }, earlier: ReadonlySet<number>): void {
    const { key, patientId, file, state } = line;
    if (this.line(key)) return;
    const at = this.lines.findLastIndex((other) => earlier.has(other.key)) + 1;
    const unsent = { state: 'waiting', sent: 0, uploadId: null, copy: null, copyChecked: false } as const;
    this.set(this.lines.toSpliced(at, 0, state === 'failed' ? line : { ...line, ...unsent }));
    if (state === 'failed') return;
    this.checkForCopy(key, patientId, this.read(key, file));
    this.next();
  }

  /** Puts the lines of one patient in this order. */
  arrange(keys: readonly number[]): void {
    const arranged = keys.flatMap((key) => this.line(key) ?? []);
    const moved = new Set(arranged);
    this.set(this.lines.map((line) => (moved.has(line) ? arranged.shift()! : line)));
  }

  /** Files the uploads of one patient: uploaded ones now, the others after the upload. */
  file(patientId: string): void {
    const ready = new Set(
      this.of(patientId)
        .filter((line) => isReady(line) && Object.keys(detailProblems(line)).length === 0)
        .map(({ key }) => key),
    );
    this.set(
      this.lines.map((line) => (ready.has(line.key) ? { ...line, confirmed: true, message: null } : line)),
    );
    this.checkAgain(({ key }) => ready.has(key));
    this.next();
  }

  /** The user has seen their outcome. */
  removeFiled(patientId: string): void {
    const left = this.lines.filter((line) => line.patientId !== patientId || line.state !== 'filed');
    if (left.length === this.lines.length) return;
    const repeated = left.filter((line) => line.patientId === patientId && line.sameAs !== null);
    this.set(left.map((line) => (repeated.includes(line) ? { ...line, copyChecked: false } : line)));
    // The first one is in the chart now.
    for (const { key, sha256 } of repeated) this.checkForCopy(key, patientId, Promise.resolve(sha256));
  }

  /** The user has seen why files cannot be filed. */
  markSeen(patientId: string): void {
    const isNew = (line: UploadLine) => line.patientId === patientId && line.final && !line.seen;
    if (this.lines.some(isNew))
      this.set(this.lines.map((line) => (isNew(line) ? { ...line, seen: true } : line)));
  }

  /** Unfiled uploads stay on the server for the user. */
  stop(): void {
    this.isStopped = true;
    for (const upload of this.running.values()) upload.cancel();
    this.set([]);
  }

  private unadopted(patient: UploadPatient, unfiled: readonly Upload[]): readonly Upload[] {
    const known = new Set([...this.finished, ...this.lines.map(({ uploadId }) => uploadId)]);
    return unfiled.filter(
      ({ id, patient_id, file_name: name, size }) =>
        patient_id === patient.id &&
        !known.has(id) &&
        !this.sentHere.has(sameFile(patient_id, { name, size })),
    );
  }

  private of(patientId: string): readonly UploadLine[] {
    return this.lines.filter((line) => line.patientId === patientId);
  }

  private line(key: number): UploadLine | undefined {
    return this.lines.find((line) => line.key === key);
  }

  private set(lines: readonly UploadLine[]): void {
    this.lines = markRepeated(lines);
    for (const listener of this.listeners) listener();
  }

  private patch(key: number, part: Partial<UploadLine>): void {
    const changed = (line: UploadLine) =>
      part.date === undefined ? { ...line, ...part } : titlePhoto({ ...line, ...part });
    this.set(this.lines.map((line) => (line.key === key ? changed(line) : line)));
  }

  /** One after the other, because each file is read into memory. */
  private read(key: number, file: File): Sending['sha256'] {
    const digest = this.reading.then(() => (this.line(key) ? this.ports.digest(file) : null));
    this.reading = digest.catch(() => undefined);
    this.digests.set(key, digest);
    return digest;
  }

  private async guessContent(key: number, file: File): Promise<void> {
    const patientLine = this.line(key)?.patientLine ?? '';
    const guess = await this.ports.guessContent(file, patientLine).catch((): Partial<Guess> => ({}));
    const line = this.line(key);
    if (!line || line.confirmed) return;
    const { category, date, title } = guess;
    const { name } = line;
    // The user may have entered others meanwhile. The file name counts more than the content, unless it has no words.
    const isTypeOfText = line.category === 'clinical_note' && line.guessed.includes('category');
    const isUntitled =
      line.title === ''
        ? isMachineName(name)
        : line.title === defaultTitle(name) && !/\p{L}{2}/u.test(line.title);
    const part = {
      ...(category && (line.category === '' || isTypeOfText) ? { category } : {}),
      ...(date && line.date === '' ? { date: formatDate(date) } : {}),
      ...(title && isUntitled ? { title } : {}),
    };
    const guessed = new Set([...line.guessed, ...(Object.keys(part) as (keyof Guess)[])]);
    if (Object.keys(part).length > 0) this.patch(key, { ...part, guessed: [...guessed] });
  }

  private async checkEnd(key: number, file: File): Promise<void> {
    if (!(await this.ports.isCut(file).catch(() => false))) return;
    this.patch(key, { cut: true });
    const name = this.line(key)?.name;
    if (name) this.ports.announce(`${name} may be incomplete: its end is missing.`);
  }

  private checkForCopy(key: number, patientId: string, of: Sending['sha256']): void {
    this.copyChecks = this.copyChecks.then(async () => {
      if (!this.line(key)) return;
      const sha256 = await of.catch(() => null);
      const found =
        sha256 === null ? null : await this.ports.findCopy(patientId, sha256).catch(() => 'failed' as const);
      const line = this.line(key);
      if (!line) return;
      const copyFailed = found === 'failed';
      const copy = copyFailed ? null : found;
      // Confirmed before this copy was known.
      const isNews = copy !== null && copy.id !== line.copy?.id;
      const again = line.again && !isNews;
      const confirmed = line.confirmed && !isNews && (again || !copyFailed);
      this.patch(key, { copy, sha256, copyChecked: true, copyFailed, again, confirmed });
      const { name, sameAs } = this.line(key)!;
      if (copy)
        this.ports.announce(
          `${name} is already in ${copy.patient ? 'another' : 'this'} chart as ${copy.title}.`,
        );
      else if (sameAs !== null) this.ports.announce(`${name} has the same content as ${sameAs}.`);
      if (confirmed) this.next();
      else this.announceFiled();
    });
  }

  private next(): void {
    for (const line of this.lines) {
      if (this.running.size >= MAX_PARALLEL) break;
      if (line.state === 'waiting' && !this.running.has(line.key) && line.file) this.send(line, line.file);
    }
    // One after the other and the last first: lists show the newest document first, so these in the order chosen.
    if (this.filing.size > 0) return;
    const last = this.lines.findLast(
      ({ state, confirmed, copyChecked }) => state === 'uploaded' && confirmed && copyChecked,
    );
    if (last?.uploadId) void this.fileOne(last, last.uploadId);
  }

  private send(line: UploadLine, file: File): void {
    const { key, patientId } = line;
    const sha256 = this.digests.get(key) ?? this.read(key, file);
    this.sentHere.add(sameFile(patientId, file));
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
          // It may have arrived before it was canceled.
          const discardLate = ({ id }: Upload) => stopped && !this.isStopped && this.discard(id);
          current.done.then(discardLate, () => undefined);
          const upload = await Promise.race([current.done, stopping]);
          if (stopped) throw CANCELED;
          return upload;
        } catch (thrown) {
          const problem = problemOf(thrown);
          if (stopped) throw CANCELED;
          const tooMany = problem.code === 'rate_limited' && pauses < MAX_PAUSES;
          const pause = tooMany ? (problem.retry_after ?? 10) * 1_000 : RETRY_AFTER_MS[tries];
          if (pause === undefined || !(tooMany || RETRIED.includes(problem.code))) throw thrown;
          if (tooMany) pauses++;
          else tries++;
          this.patch(key, {
            sent: 0,
            message: tooMany ? 'Upload limit reached. Resuming shortly.' : 'Connection lost. Retrying.',
          });
          await Promise.race([this.ports.wait(pause), stopping]);
          this.patch(key, { message: null });
        }
      }
    })();
    const cancel = () => {
      stopped = true;
      current?.cancel();
      stop(CANCELED);
    };
    this.running.set(key, { done, cancel });
    this.patch(key, { state: 'sending', message: null });
    done
      .then(
        (upload) => {
          const earlier = this.line(key);
          this.patch(key, {
            state: 'uploaded',
            sent: file.size,
            message: null,
            uploadId: upload.id,
            contentType: upload.content_type,
            sha256: upload.sha256,
            // The first search failed, or was for other bytes.
            ...(earlier?.sha256 === upload.sha256 ? {} : { copyFailed: true }),
          });
          this.checkAgain((one) => one.key === key);
        },
        (thrown: unknown) => {
          const { code } = problemOf(thrown);
          const isLost = RETRIED.includes(code);
          if (isLost) this.lost.add(key);
          const message =
            code === CANCELED.code
              ? CANCELED.detail!
              : code === 'unsupported_file_type'
                ? unsupportedFile(line.name)
                : isLost && !this.ports.isOnline()
                  ? 'You are offline. The upload resumes when you are online.'
                  : shownError(thrown).sentence;
          const confirmed = isLost && this.line(key)?.confirmed === true;
          this.patch(key, { state: 'failed', confirmed, message, final: FINAL.includes(code) });
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
      const sent = {
        id,
        patient_id: patientId,
        title: title.trim() || (isMachineName(name) ? wordOf(CATEGORY_WORDS, category) : defaultTitle(name)),
        category: category as Document['category'],
        document_date: parseDocumentDate(date),
      };
      const document = await this.ports.fileUpload(sent);
      this.finished.add(id);
      const isAsSent = hasDetails(document, sent);
      if (isAsSent) {
        this.filed.push({ patientId, patientLine: line.patientLine, documentId: document.id });
      } else
        this.ports.announce(`${name} was already filed as ${wordOf(CATEGORY_WORDS, document.category)}.`);
      this.patch(key, {
        state: 'filed',
        confirmed: false,
        title: document.title,
        documentId: document.id,
        filedBefore: isAsSent ? null : { at: document.created_at, category: document.category },
        duplicateOf: isAsSent ? document.duplicate_of : null,
        scanning: document.status === 'processing',
      });
      this.isPageStale = true;
    } catch (thrown) {
      const isExpired = problemOf(thrown).code === 'not_found';
      this.patch(key, {
        state: isExpired ? 'failed' : 'uploaded',
        confirmed: false,
        message: isExpired
          ? 'Deleted because it was not filed within 24 hours. Choose it again.'
          : shownError(thrown).sentence,
        ...(isExpired ? { uploadId: null } : {}),
      });
    } finally {
      this.filing.delete(key);
      this.next();
      this.refreshPage();
      this.announceFiled();
    }
  }

  /** Once for all files, because each reload of the page is audited. */
  private refreshPage(): void {
    if (this.filing.size > 0 || !this.isPageStale) return;
    this.isPageStale = false;
    this.ports.filed();
  }

  /** Once, when all confirmed files have an outcome. */
  private announceFiled(): void {
    const [first, ...others] = this.filed;
    if (!first || this.filing.size > 0 || this.lines.some(isBeingFiled)) return;
    this.filed = [];
    const { patientId, patientLine, documentId } = first;
    const to = others.every((one) => one.patientLine === patientLine) ? ` to ${isolate(patientLine)}` : '';
    const link = { href: `/patients/${patientId}/documents/${documentId}`, label: 'Open document' };
    this.ports.confirm({
      sentence: `${count(others.length + 1, 'document')} filed${to}.`,
      ...(others.length === 0 ? { link } : {}),
    });
  }

  /** A failure is ignored: the server deletes it after a day. */
  private discard(id: string): void {
    this.finished.add(id);
    this.ports.discard(id).catch(() => undefined);
  }
}
