'use client';
/** Files for one patient: drop anywhere on the page or choose; one confirm that names the patient files them. */
import { useRouter } from 'next/navigation';
import { useCallback, useEffect, useRef, useState, type ChangeEvent } from 'react';
import { formatBytes, count } from '../format/numbers';
import { parseDate } from '../format/parse-date';
import { DraftNotice } from '../session/draft-notice';
import { useDraft } from '../session/use-draft';
import { Button } from '../ui/button';
import { Icon } from '../ui/icons';
import { detailsOf, matchKept, type KeptDetail } from './kept-details';
import { UploadLineRow } from './upload-line';
import { isReady, useUploadQueue } from './use-upload-queue';

interface UploadPanelProps {
  patientId: string;
  patientLine: string;
  zone: string;
  maxBytes: number;
}

/** A second key press right after the chart changed must not file to the next patient. */
const ARMED_AFTER_MS = 500;

export function UploadPanel({ patientId, patientLine, zone, maxBytes }: UploadPanelProps) {
  const router = useRouter();
  const refresh = useCallback(() => router.refresh(), [router]);
  const queue = useUploadQueue(patientId, refresh);
  const [kept, setKept] = useState<readonly KeptDetail[]>([]);
  const details = detailsOf(queue.lines, kept);
  const draft = useDraft<readonly KeptDetail[]>(`/patients/${patientId}/documents`, {
    read: () => details,
    restore: setKept,
  });
  const [over, setOver] = useState(false);
  const [armed, setArmed] = useState(false);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const picker = useRef<HTMLInputElement>(null);
  const chooser = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    const timer = window.setTimeout(() => setArmed(true), ARMED_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, []);

  function take(files: readonly File[]) {
    const problems: string[] = [];
    const good = files.filter((file) => {
      if (file.size === 0) problems.push(`${file.name} is empty. Choose another file.`);
      else if (file.size > maxBytes) {
        problems.push(
          `${file.name} is ${formatBytes(file.size)}. The limit is ${formatBytes(maxBytes)}. Split it or lower the resolution.`,
        );
      } else return true;
      return false;
    });
    setRefused(problems);
    if (good.length === 0) return;
    const matched = matchKept(good, kept);
    queue.add(good, matched.details);
    setKept(matched.left);
    draft.changed();
  }

  // All is filed or removed: there is nothing left to come back to.
  const isEmpty = details.length === 0;
  const wasEmpty = useRef(true);
  useEffect(() => {
    if (isEmpty && !wasEmpty.current) void draft.discard();
    wasEmpty.current = isEmpty;
  }, [isEmpty, draft]);

  const takeLatest = useRef(take);
  useEffect(() => {
    takeLatest.current = take;
  });

  useEffect(() => {
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const onOver = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      // Without this the browser would open the dropped file in place of the chart.
      event.preventDefault();
      setOver(true);
    };
    const onLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(false);
      takeLatest.current([...(event.dataTransfer?.files ?? [])]);
    };
    window.addEventListener('dragover', onOver);
    window.addEventListener('dragleave', onLeave);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragover', onOver);
      window.removeEventListener('dragleave', onLeave);
      window.removeEventListener('drop', onDrop);
    };
  }, []);

  function choose(event: ChangeEvent<HTMLInputElement>) {
    take([...(event.currentTarget.files ?? [])]);
    // The same file chosen again must raise a change event again.
    event.currentTarget.value = '';
  }

  const chosen = queue.lines.filter((line) => line.state === 'chosen');
  const ready = chosen.filter(isReady);
  const copies = chosen.filter((line) => line.copy !== null && !line.again).length;
  const asking = chosen.some((line) => !line.asked);
  const badDate = ready.find((line) => line.date.trim() !== '' && parseDate(line.date) === null);

  return (
    <section aria-labelledby="upload-heading" className="mb-8">
      <h2 id="upload-heading" className="sr-only">
        Add documents
      </h2>
      <DraftNotice draft={draft} zone={zone} onDiscard={() => setKept([])} className="mb-3">
        {kept.length > 0 ? askAgain(kept) : ''}
      </DraftNotice>
      <div
        className={`flex flex-wrap items-center gap-x-4 gap-y-2 border-2 border-dashed px-4 py-4 ${
          over ? 'border-accent bg-accent-tint' : 'border-control'
        }`}
      >
        <Icon name="upload" className="size-5 shrink-0" />
        <p className="mr-auto">
          <span className="max-md:hidden">Drop files anywhere on this page, or choose them. </span>
          <span className="text-sm text-ink-2">Up to {formatBytes(maxBytes)} each.</span>
        </p>
        <input
          ref={picker}
          type="file"
          multiple
          onChange={choose}
          className="sr-only"
          tabIndex={-1}
          aria-label="Files to add"
          id="upload-files"
        />
        <Button ref={chooser} weight="secondary" onClick={() => picker.current?.click()}>
          Choose files
        </Button>
      </div>
      <div role="alert">
        {refused.map((sentence) => (
          <p key={sentence} className="mt-2 flex items-start gap-2 font-semibold">
            <Icon name="problem" className="mt-1 size-4 shrink-0" />
            <span>{sentence}</span>
          </p>
        ))}
      </div>
      {queue.lines.length > 0 ? (
        <ul aria-label="Files" className="mt-3 border-t-2 border-ink">
          {queue.lines.map((line) => (
            <UploadLineRow
              key={line.key}
              line={line}
              patientId={patientId}
              zone={zone}
              onChange={(part) => {
                queue.change(line.key, part);
                draft.changed();
              }}
              onRemove={() => {
                queue.remove(line.key);
                draft.changed();
                // The pressed button goes away with its line.
                chooser.current?.focus();
              }}
              onCancel={() => queue.cancel(line.key)}
              onRetry={() => queue.file(line.key)}
            />
          ))}
        </ul>
      ) : null}
      {chosen.length > 0 ? (
        <div className="mt-3">
          {badDate ? (
            <p className="mb-2 flex items-start gap-2 font-semibold">
              <Icon name="problem" className="mt-1 size-4 shrink-0" />
              <span>
                The date of {badDate.file.name} is not readable. Write it like 05-Nov-2026, or leave it empty.
              </span>
            </p>
          ) : null}
          {copies > 0 ? (
            <p id="copies-hint" className="mb-2">
              {copies === 1 ? 'The file that is' : `The ${copies} files that are`} in this chart already{' '}
              {copies === 1 ? 'is' : 'are'} not filed. Remove {copies === 1 ? 'it' : 'them'}, or say that{' '}
              {copies === 1 ? 'it is' : 'they are'} to be filed again.
            </p>
          ) : null}
          <Button
            aria-describedby={copies > 0 ? 'copies-hint' : undefined}
            onClick={() => queue.file()}
            disabled={!armed || asking || ready.length === 0 || badDate !== undefined}
            className="text-left"
          >
            File {count(ready.length || chosen.length, 'document')} to {patientLine}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

const askAgain = (kept: readonly KeptDetail[]): string =>
  `Files are not kept: choose ${kept.map(({ name }) => name).join(', ')} again, and what you had entered is filled in.`;
