'use client';
/** The files of one patient, each with its own state; one confirm that names the patient files them. */
import { useEffect, useRef } from 'react';
import { isolateFile } from '../format/isolate';
import { count } from '../format/numbers';
import { parseDate } from '../format/parse-date';
import { DraftNotice } from '../client/drafts/draft-notice';
import { useDraft } from '../client/drafts/use-draft';
import { Button } from '../ui/button';
import { Icon } from '../ui/icons';
import { detailsOf, matchKept } from './kept-details';
import { UploadLineRow } from './upload-line';
import {
  isReady,
  isTravelling,
  type KeptDetail,
  type UploadLine,
  type UploadPatient,
} from './upload-line-state';
import { useUploads } from './uploads';

interface UploadLinesProps {
  patient: UploadPatient;
  lines: readonly UploadLine[];
  /** Not in the moment after the chart changed. */
  armed: boolean;
  /** Details of files that are not here. */
  kept: readonly KeptDetail[];
  setKept: (kept: readonly KeptDetail[]) => void;
  /** The pressed button went away with its line. */
  onGone: () => void;
}

export function UploadLines({ patient, lines, armed, kept, setKept, onGone }: UploadLinesProps) {
  const queue = useUploads();
  const details = detailsOf(lines, kept);
  const draft = useDraft<readonly KeptDetail[]>(`/patients/${patient.id}/documents`, {
    read: () => details,
    restore: (saved) => {
      const waiting = lines.filter(({ state }) => state !== 'filed');
      const matched = matchKept(waiting, saved);
      waiting.forEach(({ key }, at) => {
        const detail = matched.details[at];
        if (detail) queue.change(key, { title: detail.title, category: detail.category, date: detail.date });
      });
      setKept(matched.left.filter(({ filing }) => !filing));
    },
  });

  // Files were chosen: what is entered for them is kept from now on. Those that are taken up again have their draft.
  const chosen = lines.filter(({ file }) => file !== null).length;
  const known = useRef(0);
  useEffect(() => {
    if (chosen > known.current) draft.changed();
    known.current = chosen;
  }, [chosen, draft]);

  // What is filed or removed leaves the draft; without any file there is nothing left to come back to.
  const left = details.filter(({ filing }) => !filing).length;
  const wasLeft = useRef(left);
  const isEmpty = details.length === 0;
  const wasEmpty = useRef(true);
  useEffect(() => {
    if (isEmpty && !wasEmpty.current) draft.discard();
    else if (left < wasLeft.current) draft.saveNow();
    wasEmpty.current = isEmpty;
    wasLeft.current = left;
  }, [isEmpty, left, draft]);

  const confirm = useRef<HTMLButtonElement>(null);
  const open = lines.filter((line) => !line.confirmed && (isTravelling(line) || line.state === 'held'));
  const travelling = lines.filter(isTravelling);
  const ready = lines.filter(isReady);
  const copies = open.filter((line) => line.copy !== null && !line.again).length;
  const asking = open.some((line) => !line.asked);
  const badDate = ready.find((line) => line.date.trim() !== '' && parseDate(line.date) === null);

  const isOff = !armed || asking || ready.length === 0 || badDate !== undefined;

  // Who chose files by key goes on with Enter. Who is in a field stays there.
  const focused = useRef(0);
  const newest = lines.at(-1)?.key ?? 0;
  useEffect(() => {
    if (isOff || newest <= focused.current) return;
    focused.current = newest;
    if (!document.activeElement?.matches('input, select, textarea')) confirm.current?.focus();
  }, [isOff, newest]);

  return (
    <>
      <DraftNotice draft={draft} onDiscard={() => setKept([])} className="mt-3">
        {kept.length > 0 ? askAgain(kept) : ''}
      </DraftNotice>
      {lines.length > 0 ? (
        <ul aria-label="Files" className="mt-3 border-t-2 border-ink">
          {lines.map((line) => (
            <UploadLineRow
              key={line.key}
              line={line}
              patientId={patient.id}
              onChange={(part) => {
                queue.change(line.key, part);
                draft.changed();
              }}
              onRemove={() => {
                queue.remove(line.key);
                draft.changed();
                onGone();
              }}
              onCancel={() => queue.cancel(line.key)}
              onRetry={() => queue.retry(line.key)}
            />
          ))}
        </ul>
      ) : null}
      {open.length > 0 || travelling.length > 1 ? (
        <div className="mt-3">
          {badDate ? (
            <p className="mb-2 flex items-start gap-2 font-semibold">
              <Icon name="problem" className="mt-1 size-4 shrink-0" />
              <span>
                The date of <bdi dir="ltr">{badDate.name}</bdi> is not readable. Write it like 05-Nov-2026, or
                leave it empty.
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
          <div className="flex flex-wrap items-center gap-2">
            {open.length > 0 ? (
              <Button
                ref={confirm}
                aria-describedby={copies > 0 ? 'copies-hint' : undefined}
                onClick={() => queue.file(patient.id)}
                disabled={isOff}
                className="text-left"
              >
                File {count(ready.length || open.length, 'document')} to {patient.line}
              </Button>
            ) : null}
            {travelling.length > 1 ? (
              <Button weight="secondary" onClick={() => queue.cancelAll(patient.id)}>
                Cancel all that are not sent yet
              </Button>
            ) : null}
          </div>
        </div>
      ) : null}
    </>
  );
}

const askAgain = (kept: readonly KeptDetail[]): string =>
  `Files that had not arrived are not kept: choose ${kept.map(({ name }) => isolateFile(name)).join(', ')} again, and what you had entered is filled in.`;
