'use client';
/**
 * Uploads for one patient, on every page of the chart: by drag and drop, by a button or `u`, or with the camera. They start at
 * once; the list of files is loaded when there are any.
 */
import type { Upload } from '@/server/domain/documents/upload-contract';
import dynamic from 'next/dynamic';
import { usePathname } from 'next/navigation';
import { useEffect, useRef, useState, type ChangeEvent } from 'react';
import { useBeginning, type DraftFound } from '../client/drafts/use-draft';
import { count, formatBytes } from '../format/numbers';
import { useSingleKeys } from '../shell/shortcuts/single-keys';
import { Button } from '../ui/button';
import { Icon } from '../ui/icons';
import type { Problem } from '../ui/error-message';
import { showToast } from '../ui/toast';
import { matchDraft, matchKept } from './kept-details';
import { rejectFiles } from './reject-files';
import { photoDetail } from './upload-details';
import { useFileDrop } from './use-file-drop';
import { isOpen, type KeptDetail, type UploadLine, type UploadPatient } from './upload-line-state';
import { useUploadLines, useUploads } from './use-uploads';

const UploadLines = dynamic(() => import('./upload-lines').then((file) => file.UploadLines));

/** A second key press right after a change of chart must not act on the next patient. */
const ARMED_AFTER_MS = 500;

interface PatientUploadsProps {
  patient: UploadPatient;
  maxBytes: number;
  /** The user's uploads from closed pages, already part of the server's page. */
  unfiled: readonly Upload[];
  /** Only on the list of documents; elsewhere the browser loads the draft with the list of files. */
  found?: DraftFound;
}

export function PatientUploads({ patient, maxBytes, unfiled, found }: PatientUploadsProps) {
  const queue = useUploads();
  useUploadLines(queue);
  const lines = queue.linesOf(patient, unfiled);
  const pathname = usePathname();
  const home = `/patients/${patient.id}/documents`;
  const isHome = pathname === home;
  const first = useBeginning<readonly KeptDetail[]>(home, found ?? null);
  /** In the first page only: on the next one the draft may have changed. */
  const [beginning, setBeginning] = useState(found === undefined ? undefined : first);
  useEffect(() => () => setBeginning(undefined), [pathname]);
  const [kept, setKept] = useState<readonly KeptDetail[]>(
    () => matchDraft(lines, beginning?.content?.more ?? []).missing,
  );
  const [rejected, setRejected] = useState<readonly string[]>([]);
  const [armed, setArmed] = useState(false);
  /** The document above which the form is open. */
  const [openAt, setOpenAt] = useState<string | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const section = useRef<HTMLElement>(null);
  const messages = useRef<HTMLDivElement>(null);
  const chooser = useRef<HTMLButtonElement>(null);
  /** Checks one selection after the other, so that files keep the order of selection. */
  const checking = useRef<Promise<void>>(Promise.resolve());
  const keptNow = useRef(kept);
  useEffect(() => {
    keptNow.current = kept;
  });

  useEffect(() => {
    const timer = window.setTimeout(() => setArmed(true), ARMED_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, []);

  // On the next page they would push the content down. Rejected files stay until their reasons are read.
  useEffect(() => () => queue.removeFiled(patient.id), [queue, patient.id, pathname]);

  useEffect(() => {
    if (rejected.length > 0) messages.current?.scrollIntoView({ block: 'nearest' });
  }, [rejected]);

  function take(files: readonly File[], isPhoto = false) {
    if (!armed) {
      setRejected(['The chart just changed. Add the files again.']);
      return;
    }
    checking.current = checking.current.then(async () => {
      const { accepted, sentences } = await rejectFiles(files, maxBytes);
      setRejected(sentences);
      if (accepted.length === 0) return;
      const { details, left } = matchKept(accepted, keptNow.current);
      keptNow.current = left;
      setKept(left);
      setOpenAt(pathname);
      queue.add(
        patient,
        accepted,
        isPhoto ? accepted.map((file, at) => details[at] ?? photoDetail(file)) : details,
      );
    });
  }

  /** Replaces the images by one file, with the details of the first. */
  async function combine(images: readonly UploadLine[]) {
    const [first] = images;
    const files = images.flatMap(({ file }) => file ?? []);
    if (!first || files.length !== images.length) return;
    const { imagesToPdf } = await import('./images-to-pdf');
    const pdf = await imagesToPdf(files).catch(() => null);
    if (pdf === null) {
      setRejected(['An image could not be read. Nothing was combined.']);
      return;
    }
    const name = `${first.name.replace(/\.[^.]{1,5}$/, '')}.pdf`;
    const { accepted, sentences } = await rejectFiles([new File([pdf], name, { type: pdf.type })], maxBytes);
    setRejected(sentences);
    if (accepted.length === 0) return;
    const key = queue.combine(patient, images, accepted[0]!);
    showToast({
      sentence: `${images.length} images combined into one PDF (${count(images.length, 'page')}).`,
      isHint: true,
      undo: async () => separate(key),
    });
  }

  async function separate(key: number) {
    if (!queue.separate(key))
      throw { code: 'invalid_state', detail: 'The PDF is already filed.' } satisfies Problem;
    return { sentence: 'Images restored.' };
  }

  const isDragging = useFileDrop(take);
  useSingleKeys({ u: () => armed && picker.current?.click() }, { u: 'upload documents' });

  function choose(event: ChangeEvent<HTMLInputElement>) {
    take([...(event.currentTarget.files ?? [])], event.currentTarget === camera.current);
    // Selecting the same file again must fire a change event.
    event.currentTarget.value = '';
  }

  const listed = lines.filter(({ seen }) => !seen);
  const notFiled = listed.filter(isOpen).length;
  /** The document that is read comes first. */
  const isFolded =
    pathname.startsWith(`${home}/`) && openAt !== pathname && notFiled > 0 && rejected.length === 0;
  const shown = isHome || (!isFolded && listed.length > 0) || rejected.length > 0;
  // A file that cannot be filed stays in the list of documents, but not on the next page.
  useEffect(() => {
    if (!isFolded) return () => queue.markSeen(patient.id);
  }, [queue, patient.id, pathname, isFolded]);
  const buttonClass = `aria-disabled:opacity-100 ${isFolded ? 'max-md:hidden' : ''}`;

  function unfold() {
    setOpenAt(pathname);
    // The focused button is removed.
    section.current?.focus();
  }

  return (
    <section
      ref={section}
      id="upload"
      tabIndex={-1}
      aria-labelledby="upload-heading"
      className={`px-4 ${shown ? 'w-full border-t border-line py-3' : isFolded ? 'w-full border-t border-line' : 'max-md:hidden'}`}
    >
      {isDragging ? (
        <div
          aria-hidden
          className="pointer-events-none fixed inset-0 z-30 grid place-items-center border-4 border-dashed border-accent"
        >
          <strong className="max-w-[90vw] border-2 border-accent bg-accent-tint px-5 py-3 text-section wrap-anywhere">
            Drop to upload to {patient.line}
          </strong>
        </div>
      ) : null}
      <h2 id="upload-heading" className="sr-only">
        Upload documents
      </h2>
      <div
        className={`flex flex-wrap items-center gap-x-4 gap-y-1 ${shown ? 'border-2 border-dashed px-4 py-2' : 'justify-end'} ${
          isDragging ? 'border-accent bg-accent-tint' : 'border-control'
        }`}
      >
        <p
          className={`flex items-center gap-2 ${
            isFolded ? 'mr-auto' : shown ? 'mr-auto max-md:w-full' : 'text-sm text-ink-2 max-lg:hidden'
          }`}
        >
          <Icon name="upload" className="size-4 shrink-0" />
          {isDragging ? (
            <strong>Drop to upload to {patient.line}</strong>
          ) : isFolded ? (
            <span>
              {count(notFiled, 'file')} not filed ·{' '}
              <Button weight="quiet" onClick={unfold}>
                Continue
              </Button>
            </span>
          ) : (
            <span>
              <span className="hidden md:keys:inline">Drop files anywhere on this page. </span>
              <span className="text-sm text-ink-2">Maximum {formatBytes(maxBytes)} per file.</span>
            </span>
          )}
        </p>
        <input
          ref={picker}
          type="file"
          multiple
          onChange={choose}
          className="sr-only"
          tabIndex={-1}
          aria-label="Files to upload"
        />
        <input
          ref={camera}
          type="file"
          accept="image/*"
          capture="environment"
          onChange={choose}
          className="sr-only"
          tabIndex={-1}
          aria-label="Photo to take"
        />
        <Button
          weight={!shown ? 'quiet' : lines.length > 0 ? 'secondary' : 'primary'}
          className={`${buttonClass} md:keys:hidden`}
          aria-disabled={!armed || undefined}
          onClick={() => armed && camera.current?.click()}
        >
          Take photo
        </Button>
        <Button
          ref={chooser}
          weight={shown ? 'secondary' : 'quiet'}
          className={buttonClass}
          aria-keyshortcuts="u"
          aria-disabled={!armed || undefined}
          onClick={() => armed && picker.current?.click()}
        >
          Choose files
          <kbd aria-hidden="true" className="hidden text-sm font-normal md:keys:inline">
            u
          </kbd>
        </Button>
      </div>
      <div ref={messages} role="alert">
        {rejected.map((sentence) => (
          <p key={sentence} className="mt-2 flex items-start gap-2 font-semibold text-error">
            <Icon name="problem" className="mt-1 size-4 shrink-0" />
            <span>{sentence}</span>
          </p>
        ))}
      </div>
      {isHome || lines.length > 0 ? (
        // Mounted while folded: it keeps the draft.
        <div hidden={isFolded || !shown}>
          <UploadLines
            patient={patient}
            lines={lines}
            isRejecting={rejected.length > 0}
            armed={armed}
            {...(beginning ? { beginning } : {})}
            kept={kept}
            setKept={setKept}
            onCombine={combine}
            onRemoved={() => chooser.current?.focus()}
          />
        </div>
      ) : null}
    </section>
  );
}
