'use client';
/** Signs a report by a button or, in the inbox, by a key that requires the whole report to have been viewed. */
import { useRouter } from 'next/navigation';
import {
  useEffect,
  useEffectEvent,
  useRef,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { useFormat } from '#format';
import type { ReviewState } from '@/server/domain/reviews/contract';
import { noteForm } from '@/server/domain/drafts/rules';
import { useIsOnline } from '../client/query-client';
import { count } from '../format/numbers';
import { useSingleKeys } from '../shell/shortcuts/single-keys';
import { DraftNotice } from '../client/drafts/draft-notice';
import { useKeptText } from '../client/drafts/kept-text';
import { KeptTextArea } from '../client/drafts/kept-text-area';
import { Button } from '../ui/button';
import type { ShownError } from '../ui/error-message';
import { Icon } from '../ui/icons';
import { Notice } from '../ui/notice';
import { usePanelHeight } from '../ui/panel-height';
import { AssignButton, type AssignedReport } from './assign-report';
import { reportUnopened } from './early-press';
import { ForwardButton } from './forward-report';
import { announceOnOpen } from './report-focus';
import { newestPlace } from './inbox-place';
import { useOpenReportState } from './open-report-state';
import { errorWords, reportOf } from './review-action';
import { useShowNewest } from './show-newest';
import { useAddNote } from './use-add-note';
import { signFields, useIsArmed, useOpenNext, useSignReport } from './use-sign-report';
import {
  focusAtEnd,
  useDiscardDraft,
  useNoteField,
  useSignByKey,
  type NoteField,
  type Unfolded,
} from './use-sign-panel';

const FORM = 'sign-report';
const NO_KEYS = {};

export interface SignPanelProps {
  review: Pick<
    ReviewState,
    'id' | 'version' | 'needs_note' | 'only_seen' | 'seen' | 'reviewer' | 'signed_version' | 'begun'
  >;
  /** Title of the report, for announcements. */
  title: string;
  /** Pending tests of a partial report; null for any other. */
  missing: readonly string[] | null;
  patientName: string;
  /** With birth date and MRN, for dialogs. */
  patientLine: string;
  /** `usr_…` of the user. */
  self: string;
  /** URL of the next report; without it the page stays and is read again. */
  next?: string;
  /** No report follows, so the button does not say "and next". */
  last?: boolean;
  /** URL of the inbox with this report open. A chart has none, and no keys. */
  here?: string | undefined;
}

const KEY_WORDS = { s: 'sign the report, once viewed in full', c: 'add a note', f: 'forward' };

/** "Sign and next (Lipid panel pending)" */
function signWords(
  { only_seen, needs_note }: SignPanelProps['review'],
  missing: SignPanelProps['missing'],
  last: boolean,
) {
  const label = only_seen ? 'Mark as seen' : needs_note ? 'Sign critical result' : 'Sign';
  const words = `${label}${last ? '' : ' and next'}`;
  if (missing === null || only_seen) return words;
  const pending = missing.length === 1 ? missing[0]! : count(missing.length, 'test');
  return `${words} (${missing.length === 0 ? 'partial report' : `${pending} pending`})`;
}

export function SignPanel({
  review,
  title,
  missing,
  patientName,
  patientLine,
  self,
  next,
  last = next === undefined,
  here,
}: SignPanelProps) {
  const format = useFormat();
  const isOnline = useIsOnline();
  const { done, isUnread } = useOpenReportState();
  const online = isOnline && !isUnread;
  const isArmed = useIsArmed();
  const { id, version } = review;
  // A draft survives closing the report, a newer version and the end of the session.
  // A note of an earlier version must not become the action taken for a value that is critical now.
  const kept = useKeptText(noteForm(id), review.begun.note, review.needs_note ? 'action' : undefined);
  const panel = useRef<HTMLDivElement>(null);
  const signForm = useRef<HTMLFormElement>(null);
  const forward = useRef<HTMLButtonElement>(null);
  usePanelHeight(panel);
  const note = useNoteField(
    panel,
    signForm,
    review.needs_note || kept.begun !== '' || kept.failed,
    review.needs_note,
    kept.failed,
  );
  const openNext = useOpenNext(next, here);
  const named = reportOf(title, patientName);
  const { form, busy, pending, error, setError } = useSignReport({
    review,
    named,
    kept,
    here,
    openNext,
    already: (first, hasNote) => {
      // Focus moves to the heading of this report, or of the next one of the chart.
      if (next !== undefined) announceOnOpen('');
      const isChart = next !== undefined && here === undefined;
      const kept = hasNote ? ` Your note is kept${isChart ? '' : ' below the report'}.` : '';
      const sentence = `${errorWords(first, self, format)} Nothing was signed.${kept}`;
      return {
        sentence,
        isProblem: true,
        ...(isChart ? { link: { href: `${next}/results/${id}`, label: 'Open report' } } : {}),
      };
    },
  });
  const off = busy || !online;
  const blocked = !isArmed || off;
  const inbox = here !== undefined;
  const isOutdated = error?.code === 'invalid_state' || error?.code === 'not_found';
  const showNewest = useShowNewest(newestPlace(id, { here, next, last }));
  const focusNote = useEffectEvent(note.open);
  useEffect(() => {
    // Not while React works on this effect: the field must appear before it is focused.
    if (error && error.fields.length > 0) queueMicrotask(() => focusNote('note'));
  }, [error]);
  const { signByKey, early, scrollsFirst } = useSignByKey({
    review,
    panel,
    signForm,
    inbox,
    isArmed,
    off,
  });
  const keys = {
    s: signByKey,
    c: () => note.open(),
    f: () => {
      note.setUnfolded('all');
      // A dialog inside folded content is not displayed.
      requestAnimationFrame(() => forward.current?.click());
    },
  };
  useSingleKeys(inbox ? keys : NO_KEYS, inbox ? KEY_WORDS : NO_KEYS, {
    // The report that the user means may be the one that is loading.
    onEarly: reportUnopened,
  });
  const folded = review.needs_note ? 'note' : null;
  const showsDraft = kept.restoredAt !== null && !note.unfolded;
  const toggle = useRef<HTMLButtonElement>(null);
  const discardDraft = useDiscardDraft(kept, note);
  const shortcut = (key: string) => (inbox ? { 'aria-keyshortcuts': key } : {});
  const assignee = done?.act === 'assigned' ? done.to : review.reviewer;
  const isOpposite = (assignee?.id === self) !== (review.reviewer?.id === self);
  const report: AssignedReport = {
    id,
    version,
    title,
    patientName,
    patientLine,
    self,
    here,
    reviewer: assignee,
    critical: review.needs_note,
  };

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    if (blocked) return event.preventDefault();
    if (note.isHidden()) {
      event.preventDefault();
      return note.open('note');
    }
    void form.onSubmit(event);
  }

  // The dialog of "Forward" is a form, and forms do not nest: the buttons are outside.
  return (
    <Panel panel={panel} unfolded={note.unfolded ?? (error ? 'note' : null)} isSigning={pending}>
      <SignForm
        form={signForm}
        onSubmit={onSubmit}
        onCtrlEnter={inbox ? signByKey : undefined}
        review={review}
        error={error}
        note={note}
        kept={kept}
        onDiscard={() => discardDraft(() => note.field()?.focus())}
        onInput={() => {
          if (error && error.fields.length > 0) setError(null);
        }}
      />
      <div className="flex flex-wrap items-center gap-2">
        {isOutdated ? <Button onClick={() => showNewest()}>Show newest version</Button> : null}
        <Button
          type="submit"
          form={FORM}
          weight={isOutdated ? 'secondary' : 'primary'}
          disabled={off}
          aria-disabled={blocked || undefined}
          // Not pale for the half second after the report has opened.
          className="opacity-100!"
          {...shortcut('s')}
        >
          {pending ? 'Signing' : signWords(review, missing, last)}
        </Button>
        <Button
          ref={toggle}
          weight="secondary"
          className="md:hidden"
          aria-expanded={note.unfolded === 'all'}
          onClick={() => note.setUnfolded(note.unfolded === 'all' ? folded : showsDraft ? 'note' : 'all')}
        >
          {note.unfolded === 'all' ? 'Less' : showsDraft ? 'Show draft note' : 'More'}
        </Button>
        {kept.restoredAt !== null && note.unfolded ? (
          <Button
            weight="quiet"
            className="md:hidden"
            onClick={() =>
              discardDraft(() => {
                note.setUnfolded(folded);
                toggle.current?.focus({ preventScroll: true });
              })
            }
          >
            Discard draft
          </Button>
        ) : null}
        <div className="foldable sign-more">
          {note.isOpen ? (
            <SaveNoteButton id={id} form={signForm} saved={kept.sent} disabled={!online} />
          ) : (
            <Button weight="secondary" onClick={() => note.open()} {...shortcut('c')}>
              Add a note
            </Button>
          )}
          <ForwardButton
            {...report}
            begun={review.begun.forward}
            done={openNext}
            opener={forward}
            disabled={!online}
            {...shortcut('f')}
          />
          <AssignButton
            {...report}
            // The opposite action must not appear under the pointer.
            reviewer={isOpposite ? review.reviewer : assignee}
            disabled={!online || isOpposite}
            done={openNext}
          />
        </div>
        {early ? (
          <span className="font-semibold">{early}</span>
        ) : scrollsFirst ? (
          <span className="hidden text-sm text-ink-2 min-[90rem]:keys:inline">
            More below: S scrolls there first.
          </span>
        ) : null}
        {online ? null : (
          <span className="font-semibold">
            {isOnline ? 'Checking for changes.' : 'You are offline. Continue when you are reconnected.'}
          </span>
        )}
      </div>
    </Panel>
  );
}

interface SignFormProps {
  form: RefObject<HTMLFormElement | null>;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onCtrlEnter: (() => void) | undefined;
  review: SignPanelProps['review'];
  error: ShownError | null;
  note: NoteField;
  kept: ReturnType<typeof useKeptText>;
  onDiscard: () => void;
  onInput: () => void;
}

function SignForm({
  form,
  onSubmit,
  onCtrlEnter,
  review,
  error,
  note,
  kept,
  onDiscard,
  onInput,
}: SignFormProps) {
  const { field } = signFields[review.needs_note ? 'critical' : 'other'].controls(error);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    onCtrlEnter?.();
  }

  return (
    <form
      id={FORM}
      ref={form}
      method="post"
      onKeyDown={onKeyDown}
      onSubmit={onSubmit}
      noValidate
      aria-label={review.only_seen ? 'Mark this report as seen' : 'Sign this report'}
    >
      {error ? (
        error.fields.length > 0 ? (
          // The field shows the error.
          <p role="alert" className="sr-only">
            Not signed: a note is required.
          </p>
        ) : (
          <Problem>{error.sentence}</Problem>
        )
      ) : null}
      <DraftNotice
        draft={{ ...kept, discard: onDiscard }}
        // A phone has no room for it above the note; its button names the draft.
        className={`${kept.failed ? 'foldable' : 'max-md:hidden'} mb-2 max-w-3xl`}
      >
        Not saved with the report yet.
      </DraftNotice>
      {kept.other ? (
        <EarlierNote
          text={kept.other}
          onUse={() => {
            const area = note.field();
            if (area) area.value = kept.other;
            kept.takeOver();
            if (area) focusAtEnd(area, true);
            onInput();
          }}
          onDiscard={() => {
            kept.discard();
            note.field()?.focus({ preventScroll: true });
          }}
        />
      ) : null}
      {note.isOpen ? (
        <KeptTextArea {...field('note')} kept={kept} onWrite={onInput} className="foldable mb-2 max-w-3xl" />
      ) : null}
    </form>
  );
}

interface EarlierNoteProps {
  text: string;
  onUse: () => void;
  onDiscard: () => void;
}

/** A note that was written when the report was not critical. */
const EarlierNote = ({ text, onUse, onDiscard }: EarlierNoteProps) => (
  <Notice word="" className="foldable mb-2 max-w-3xl">
    Your note from before the result was critical: <bdi className="wrap-anywhere">“{text}”</bdi>{' '}
    <Button weight="quiet" onClick={onUse}>
      Use note
    </Button>{' '}
    <Button weight="quiet" onClick={onDiscard}>
      Discard
    </Button>
  </Notice>
);

interface PanelProps {
  panel: RefObject<HTMLDivElement | null>;
  unfolded?: Unfolded;
  /** Its row in the list is shown as signed until the server responds. */
  isSigning?: boolean;
  children: ReactNode;
}

const Panel = ({ panel, unfolded = null, isSigning = false, children }: PanelProps) => (
  <div
    ref={panel}
    className="sign-panel send-panel border-t-2 border-ink bg-paper py-3 print:hidden"
    data-unfolded={unfolded ?? undefined}
    data-signing={isSigning ? '' : undefined}
  >
    {children}
  </div>
);

const Problem = ({ children }: { children: ReactNode }) => (
  <p role="alert" className="mb-2 flex items-start gap-2 font-semibold text-error">
    <Icon name="problem" className="mt-1 size-4 shrink-0" />
    <span>{children}</span>
  </p>
);

interface SaveNoteProps {
  id: string;
  form: RefObject<HTMLFormElement | null>;
  saved: () => void;
  disabled: boolean;
}

function SaveNoteButton({ id, form, saved, disabled }: SaveNoteProps) {
  const router = useRouter();
  const { add, problem } = useAddNote(id, form, () => {
    saved();
    router.refresh();
  });
  return (
    <>
      <Button weight="secondary" disabled={disabled} onClick={add}>
        Save note without signing
      </Button>
      <span role="alert" className="font-semibold text-error empty:hidden">
        {problem}
      </span>
    </>
  );
}
