'use client';
/** The uploads for one patient, and the button that files them. */
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { isolateFile } from '../format/isolate';
import { list } from '../format/lists';
import { count } from '../format/numbers';
import { WholeDates } from '../format/whole-dates';
import { wordOf } from '../format/words';
import { CATEGORY_WORDS } from '@/server/domain/documents/rules';
import { DraftNotice } from '../client/drafts/draft-notice';
import { useDraft, type Beginning } from '../client/drafts/use-draft';
import { Button } from '../ui/button';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { Fold } from '../ui/fold';
import { Icon } from '../ui/icons';
import { announce } from '../ui/live-region';
import { usePanelHeight } from '../ui/panel-height';
import { showToast } from '../ui/toast';
import { ApplyToAll } from './apply-to-all';
import { detailsOf, matchDraft } from './kept-details';
import { isShownByServer } from './open-file';
import { isInView, problemField, removeId, showFailed } from './upload-focus';
import { UploadLineRow } from './upload-line';
import { detailProblems } from './upload-details';
import {
  isBeingFiled,
  isOpen,
  isPlainlyFiled,
  isReady,
  isRepeated,
  isUploading,
  type KeptDetail,
  type UploadLine,
  type UploadPatient,
} from './upload-line-state';
import { useUploads } from './use-uploads';

interface UploadLinesProps {
  patient: UploadPatient;
  lines: readonly UploadLine[];
  /** Other files were rejected: their messages keep the view. */
  isRejecting: boolean;
  /** False right after a change of chart. */
  armed: boolean;
  /** The draft, if the server's page contains it. */
  beginning?: Beginning<readonly KeptDetail[]>;
  /** Details from a draft whose files are missing. */
  kept: readonly KeptDetail[];
  setKept: (kept: readonly KeptDetail[]) => void;
  /** Replaces images by one PDF file. */
  onCombine: (images: readonly UploadLine[]) => Promise<void>;
  /** The focused button was removed with the last file. */
  onRemoved: () => void;
}

export function UploadLines({
  patient,
  lines,
  isRejecting,
  armed,
  beginning,
  kept,
  setKept,
  onCombine,
  onRemoved,
}: UploadLinesProps) {
  const queue = useUploads();
  const details = detailsOf(lines, kept);
  /** Whether the draft has more than the suggestions for the files that are uploaded. */
  const [isRestored, setIsRestored] = useState(
    () => matchDraft(lines, beginning?.content?.more ?? []).isRestored,
  );
  const draft = useDraft<readonly KeptDetail[]>(`/patients/${patient.id}/documents`, {
    ...(beginning ? { beginning } : {}),
    read: () => details,
    restore,
  });
  function restore(saved: readonly KeptDetail[]) {
    const { matched, missing, isRestored } = matchDraft(lines, saved);
    for (const { line, detail } of matched) {
      const { title, category, date, guessed = [], cut = false } = detail;
      queue.change(line.key, { title, category, date, guessed, cut });
    }
    // The server lists them in the order in which their uploads ended.
    queue.arrange(saved.flatMap((detail) => matched.find((one) => one.detail === detail)?.line.key ?? []));
    setIsRestored(isRestored);
    setKept(missing);
  }
  const latestRestore = useRef(restore);
  useEffect(() => {
    latestRestore.current = restore;
  });
  useEffect(() => {
    const saved = beginning?.content?.more;
    if (!saved) return;
    // The page adopts the uploads first.
    const wake = window.setTimeout(() => latestRestore.current(saved), 0);
    return () => window.clearTimeout(wake);
  }, [beginning]);

  // Newly chosen files start a draft; adopted ones have theirs.
  const chosen = lines.filter(({ file }) => file !== null).length;
  const known = useRef(0);
  useEffect(() => {
    if (chosen > known.current) draft.changed();
    known.current = chosen;
  }, [chosen, draft]);

  // Filed and removed files leave the draft.
  const left = details.filter(({ filing }) => !filing).length;
  const wasLeft = useRef(left);
  const isEmpty = details.length === 0;
  const wasEmpty = useRef(true);
  useEffect(() => {
    if (isEmpty && !wasEmpty.current) draft.clear();
    else if (left < wasLeft.current) draft.saveNow();
    wasEmpty.current = isEmpty;
    wasLeft.current = left;
  }, [isEmpty, left, draft]);

  const confirm = useRef<HTMLButtonElement>(null);
  const open = lines.filter((line) => !line.confirmed && (isUploading(line) || line.state === 'uploaded'));
  const uploading = lines.filter(isUploading);
  const ready = lines.filter(isReady);
  const failed = lines.filter(({ state }) => state === 'failed');
  const unfiled = lines.filter(({ state, message }) => state === 'uploaded' && message !== null);
  const removable = lines.filter(
    (line) => !isBeingFiled(line) && line.state !== 'filing' && line.state !== 'filed',
  );
  const hasPanel = open.length > 0 || uploading.length > 1;
  const panel = useRef<HTMLDivElement>(null);
  usePanelHeight(panel, hasPanel);
  const copies = open.filter((line) => isRepeated(line) && !line.again).length;
  const unchecked = open.filter((line) => line.copyFailed && !isRepeated(line) && !line.again).length;
  const isChecking = open.some((line) => !line.copyChecked);
  /** Filed before their details were complete. Files that are added later are not marked. */
  const [attempted, setAttempted] = useState<ReadonlySet<number>>(new Set());
  const incomplete = ready.find((line) => Object.keys(detailProblems(line)).length > 0);

  /** Not repeated, or filed again on request. */
  const usable = open.filter((line) => !isRepeated(line) || line.again);
  const guessed = usable.filter((line) => line.guessed.length > 0);
  const hint = [
    ...(guessed.length > 0 ? ['Suggestions come from the file name or content.'] : []),
    ...(guessed.length === 0
      ? []
      : [
          guessed.some((line) => line.file === null && !isShownByServer(line))
            ? 'Correct them if needed.'
            : 'Check them.',
        ]),
  ];
  const filed = lines.length - lines.filter(isOpen).length;

  const images = open.filter(
    ({ file, copy, sameAs }) =>
      copy === null && sameAs === null && (file?.type === 'image/jpeg' || file?.type === 'image/png'),
  );
  const [isCombining, setIsCombining] = useState(false);
  async function combine() {
    if (isCombining) return;
    setIsCombining(true);
    await onCombine(images);
    setIsCombining(false);
  }

  const isOff = !armed || isChecking || ready.length === 0;

  function file() {
    setAttempted(new Set(incomplete ? ready.map(({ key }) => key) : []));
    if (!incomplete) {
      queue.file(patient.id);
      // The focused button or field is removed.
      document.querySelector('h1')?.focus({ preventScroll: true });
      return;
    }
    const field = problemField(incomplete);
    field?.focus();
    // Also if it has the focus.
    field?.scrollIntoView({ block: 'nearest' });
  }

  /** The focused button is removed: to the first of these that has one. */
  function focusRemove(others: readonly UploadLine[]) {
    const button = others
      .map((line) => document.getElementById(removeId(line)))
      .find((element) => element !== null);
    if (button) button.focus({ preventScroll: true });
    else onRemoved();
  }

  function remove(line: UploadLine) {
    const at = lines.findIndex(({ key }) => key === line.key);
    focusRemove([...lines.slice(at + 1), ...lines.slice(0, at).reverse()]);
    const putBack = queue.remove(line.key);
    draft.changed();
    if (!putBack) return;
    showToast({
      sentence: `${isolateFile(line.name)} removed.`,
      isHint: true,
      undo: async () => {
        putBack();
        return { sentence: `${isolateFile(line.name)} restored.` };
      },
    });
  }

  function applyToAll(part: Partial<Pick<UploadLine, 'category' | 'date'>>) {
    for (const { key, guessed } of open)
      queue.change(key, { ...part, guessed: guessed.filter((field) => !(field in part)) });
    draft.changed();
    const field = part.category === undefined ? 'date' : 'category';
    const value = part[field] ?? '';
    const replaced = open.filter((line) => line[field] !== '' && line[field] !== value);
    if (replaced.length === 0) return announce(`Applied to ${count(open.length, 'file')}.`);
    const [word, noun] = field === 'date' ? [value, 'date'] : [wordOf(CATEGORY_WORDS, value), 'type'];
    showToast({
      sentence: `${word} applied to ${count(open.length, 'file')}. ${replaced.length} had another ${noun}.`,
      isHint: true,
      undo: async () => {
        for (const before of open) {
          const now = queue.snapshot().find(({ key }) => key === before.key);
          // Changed, confirmed or filed since.
          if (!now || now[field] !== value || now.confirmed || !isOpen(now)) continue;
          const guessed = before.guessed.filter((one) => one === field || now.guessed.includes(one));
          const restored = field === 'date' ? { date: before.date } : { category: before.category };
          queue.change(now.key, { ...restored, guessed });
        }
        draft.changed();
        return { sentence: field === 'date' ? 'Dates restored.' : 'Types restored.' };
      },
    });
  }

  // After choosing files by keyboard, Enter files them, or the first missing type is chosen. A focused field keeps the
  // focus, rejections are read first, and the page does not move.
  const focused = useRef(0);
  const newest = Math.max(0, ...lines.flatMap(({ key, file }) => (file ? key : [])));
  const untyped = ready.filter(({ category }) => category === '');
  const problemLink = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isOff || newest <= focused.current) return;
    focused.current = newest;
    if (isRejecting || document.activeElement?.matches('input, select, textarea')) return;
    const places = incomplete ? [problemField(incomplete), problemLink.current] : [confirm.current];
    places.find(isInView)?.focus({ preventScroll: true });
  }, [isOff, newest, isRejecting, incomplete]);

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return;
    // A dialog has its own button.
    if (isOff || (event.target as Element).closest('dialog')) return;
    event.preventDefault();
    file();
  }

  const rowOf = (line: UploadLine) => (
    <UploadLineRow
      key={line.key}
      line={line}
      problems={attempted.has(line.key) && ready.includes(line) ? detailProblems(line) : {}}
      patientId={patient.id}
      onChange={(part) => {
        queue.change(line.key, part);
        draft.changed();
      }}
      onRemove={() => remove(line)}
      onCancel={() => queue.cancel(line.key)}
      onRetry={() => queue.retry(line.key)}
      onSeparate={() => {
        queue.separate(line.key);
        onRemoved();
        draft.changed();
        announce('Images restored.');
      }}
    />
  );
  const isFiling = lines.some(isBeingFiled);
  const plain = isFiling ? [] : lines.filter(isPlainlyFiled);
  const collapsed = plain.length > 1 ? plain : [];

  const more = (
    <>
      {images.length > 1 ? (
        <Button weight="secondary" aria-disabled={isCombining || undefined} onClick={() => void combine()}>
          {isCombining ? 'Combining' : `Combine ${images.length} images into one PDF`}
        </Button>
      ) : null}
      {uploading.length > 1 ? (
        <Button weight="secondary" onClick={() => queue.cancelAll(patient.id)}>
          Cancel remaining uploads
        </Button>
      ) : null}
      {removable.length > 1 ? (
        <ConfirmDialog
          opener={{ label: 'Remove all', weight: 'quiet' }}
          title={`Remove ${removable.length} files?`}
          confirm="Remove all"
          isDestructive
          onConfirm={async () => {
            for (const { key } of removable) queue.remove(key);
          }}
          done={() => {
            announce(`${count(removable.length, 'file')} removed.`);
            draft.changed();
            onRemoved();
          }}
        >
          <p>
            Their uploads are deleted. Nothing is filed to <WholeDates of={patient.line} />.
          </p>
        </ConfirmDialog>
      ) : null}
    </>
  );

  return (
    <div role="presentation" onKeyDown={onKeyDown}>
      {isRestored || draft.failed ? (
        <DraftNotice draft={draft} onDiscard={() => setKept([])} className="mt-3">
          {kept.length > 0 ? chooseAgain(kept) : ''}
        </DraftNotice>
      ) : null}
      {open.length > 1 && usable.length > 0 ? (
        <ApplyToAll category={inAll(open, 'category')} onApply={applyToAll} />
      ) : null}
      {hint.length > 0 ? <p className="mt-3 text-ink-2">{hint.join(' ')}</p> : null}
      {lines.length > 0 ? (
        <ul aria-label="Files" className="mt-3 border-t-2 border-ink [&_:is(input,select)]:scroll-mb-12">
          {lines.filter((line) => !collapsed.includes(line)).map(rowOf)}
          {collapsed.length > 0 ? (
            <li>
              <Fold look="part" title={`${count(collapsed.length, 'file')} filed`}>
                <ul>{collapsed.map(rowOf)}</ul>
              </Fold>
            </li>
          ) : null}
        </ul>
      ) : null}
      {filed > 0 && !isFiling ? (
        <p className={`mt-1 ${collapsed.length === filed ? '-ml-2' : ''}`}>
          {collapsed.length === filed ? null : `${count(filed, 'file')} filed `}
          <Button
            weight="quiet"
            aria-label={`Dismiss ${count(filed, 'filed file')}`}
            onClick={() => {
              focusRemove(lines.toReversed());
              queue.removeFiled(patient.id);
            }}
          >
            Dismiss
          </Button>
        </p>
      ) : null}
      {/* On phones the panel would cover much of the form. */}
      {hasPanel ? (
        <div className="my-2 flex flex-wrap items-center gap-2 empty:hidden md:hidden">{more}</div>
      ) : null}
      {hasPanel ? (
        <div
          ref={panel}
          className="sticky bottom-0 border-t border-line bg-paper py-3 max-md:bottom-14 max-md:py-2 short:static max-md:[@media(height<35rem)]:static"
        >
          {copies > 0 ? (
            <p id="copies-hint" className="mb-2">
              {ready.length === 0 && !isChecking
                ? `Nothing to file: ${count(copies, 'repeated file')}.`
                : `${count(copies, 'repeated file')} will not be filed.`}{' '}
              Remove {copies === 1 ? 'it' : 'them'} or choose to file {copies === 1 ? 'it' : 'them'}.
            </p>
          ) : null}
          {unchecked > 0 && !isChecking ? (
            <p className="mb-2">
              {count(unchecked, 'file')} not checked for copies in other charts. Check again, or choose to
              file {unchecked === 1 ? 'it' : 'them'} anyway.{' '}
              <Button
                weight="quiet"
                onClick={() => queue.checkAgain(({ patientId }) => patientId === patient.id)}
              >
                Check again
              </Button>
            </p>
          ) : null}
          {unfiled.length > 0 && !isFiling ? (
            // The rows may be out of view.
            <p role="alert" className="mb-2 flex items-start gap-2 font-semibold text-error">
              <Icon name="problem" className="mt-1 size-4 shrink-0" />
              <span>
                {count(unfiled.length, 'document')} not filed. {unfiled[0]!.message}
              </span>
            </p>
          ) : null}
          <div className="flex flex-wrap items-center gap-2">
            {ready.length > 0 || isChecking ? (
              <Button
                ref={confirm}
                aria-describedby={copies > 0 ? 'copies-hint' : undefined}
                onClick={file}
                disabled={isOff}
                className="text-left"
              >
                <span>
                  File {count(ready.length || open.length, 'document')} to <WholeDates of={patient.line} />
                </span>
              </Button>
            ) : null}
            {isOff ? null : (
              <span className="hidden text-sm text-ink-2 md:keys:inline">Ctrl+Enter to file</span>
            )}
            {untyped.length > 0 ? (
              <Button ref={problemLink} weight="quiet" onClick={() => problemField(untyped[0]!)?.focus()}>
                {count(untyped.length, 'file')} {untyped.length === 1 ? 'needs' : 'need'} a type
              </Button>
            ) : null}
            {failed.length > 0 ? (
              <Button weight="quiet" onClick={() => showFailed(failed[0]!)}>
                {count(failed.length, 'file')}{' '}
                {failed.every(({ final }) => final) ? 'cannot be filed' : 'failed'}
              </Button>
            ) : null}
            <div className="contents max-md:hidden">{more}</div>
          </div>
        </div>
      ) : null}
    </div>
  );
}

/** The value that all files have, or none. */
const inAll = ([first, ...others]: readonly UploadLine[], field: 'category'): string =>
  first && others.every((line) => line[field] === first[field]) ? first[field] : '';

const chooseAgain = (kept: readonly KeptDetail[]): string =>
  `Choose these files again: ${list(kept.map(({ name }) => isolateFile(name)))}.`;
