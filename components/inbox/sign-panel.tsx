'use client';
/** Signing a report by one button or, in the inbox, one key, which signs only what has been in view. */
import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useFormat } from '#format';
import type { ReviewState } from '@/server/domain/reviews/contract';
import { noteForm } from '@/server/domain/drafts/rules';
import { useIsOnline } from '../client/query-client';
import { count } from '../format/numbers';
import { showAction } from '../shell/latest-action';
import { useSingleKeys } from '../shell/shortcuts/single-keys';
import { DraftNotice } from '../client/drafts/draft-notice';
import { useKeptText } from '../client/drafts/kept-text';
import { Button } from '../ui/button';
import { Icon } from '../ui/icons';
import { TextArea } from '../ui/text-field';
import { AssignButton } from './assign-report';
import { ForwardButton } from './forward-report';
import { isSticky, keepCriticalVisible } from './keep-critical-visible';
import { announceOnOpen } from './report-focus';
import { errorWords, reportOf } from './review-action';
import { UnsentNote } from './unsent-note';
import { useAddNote } from './use-add-note';
import { signFields, useIsArmed, useOpenNext, useSignReport } from './use-sign-report';
import { useViewedLines } from './viewed-lines';

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
  /** `usr_…` of the user. */
  self: string;
  /** Address of the next report; without it the page stays and is read again. */
  next?: string;
  /** No report follows, so the button does not say "and next". */
  last?: boolean;
  /** Address of the inbox with this report open. A chart has none, and no keys. */
  here?: string | undefined;
}

const KEY_WORDS = { s: 'sign what has been in view', c: 'add a note', f: 'forward' };

/** "Sign and next (Lipid panel pending)" */
function signWords(
  { only_seen, needs_note }: SignPanelProps['review'],
  missing: SignPanelProps['missing'],
  last: boolean,
) {
  const act = only_seen ? 'Mark as seen' : needs_note ? 'Sign critical result' : 'Sign';
  const words = `${act}${last ? '' : ' and next'}`;
  if (missing === null || only_seen) return words;
  const pending = missing.length === 1 ? missing[0]! : count(missing.length, 'test');
  return `${words} (${missing.length === 0 ? 'partial report' : `${pending} pending`})`;
}

export function SignPanel({
  review,
  title,
  missing,
  patientName,
  self,
  next,
  last = next === undefined,
  here,
}: SignPanelProps) {
  const format = useFormat();
  const online = useIsOnline();
  const isArmed = useIsArmed();
  const { id, version, only_seen: onlySeen } = review;
  // A draft survives closing the report, a newer version and the end of the session.
  const kept = useKeptText(noteForm(id), review.begun.note);
  const panel = useRef<HTMLDivElement>(null);
  const signForm = useRef<HTMLFormElement>(null);
  const forward = useRef<HTMLButtonElement>(null);
  usePanelHeight(panel);
  const note = useNoteField(
    panel,
    signForm,
    review.needs_note || kept.begun !== '' || kept.failed,
    kept.failed,
  );
  const openNext = useOpenNext(next, here);
  const named = reportOf(title, patientName);
  const { form, busy, pending, error } = useSignReport({ review, named, kept, here, openNext });
  const off = busy || !online;
  const blocked = !isArmed || off;
  const inbox = here !== undefined;
  const signByKey = useSignByKey({ review, panel, signForm, note, inbox, blocked });
  const keys = {
    s: signByKey,
    c: note.open,
    f: () => {
      note.setUnfolded(true);
      // A dialog inside folded content is not displayed.
      requestAnimationFrame(() => forward.current?.click());
    },
  };
  useSingleKeys(inbox ? keys : NO_KEYS, inbox ? KEY_WORDS : NO_KEYS);
  const shortcut = (key: string) => (inbox ? { 'aria-keyshortcuts': key } : {});

  if (error?.reviewed)
    return (
      <Panel panel={panel}>
        <Problem>{errorWords(error, self, format)} Nothing was signed.</Problem>
        <UnsentNote id={id} found={review.begun.note}>
          <ShowNewest />
        </UnsentNote>
      </Panel>
    );

  function discard() {
    kept.discard();
    const field = note.field();
    if (!field) return;
    field.value = '';
    // The pressed button is removed.
    field.focus();
  }

  const { reviewer, needs_note: critical } = review;
  const report = { id, version, title, patientName, self, here, reviewer, critical };
  const { field } = signFields[critical ? 'critical' : 'other'].controls(error);
  // The dialog of "Forward" is a form, and forms do not nest: the buttons are outside.
  return (
    <Panel panel={panel} unfolded={note.unfolded || error !== null}>
      <form
        id={FORM}
        ref={signForm}
        method="post"
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          if (inbox) signByKey();
        }}
        onSubmit={(event) => {
          if (blocked) return event.preventDefault();
          if (note.isHidden()) {
            event.preventDefault();
            return note.open();
          }
          void form.onSubmit(event);
        }}
        noValidate
        aria-label={onlySeen ? 'Mark this report as seen' : 'Sign this report'}
      >
        {error ? (
          <Problem>{error.fields.length > 0 ? 'Not signed: a note is required.' : error.sentence}</Problem>
        ) : null}
        <DraftNotice draft={{ ...kept, discard }} className="foldable mb-2 max-w-3xl">
          Not saved with the report yet.
        </DraftNotice>
        {note.isOpen ? (
          <TextArea
            {...field('note')}
            defaultValue={kept.begun}
            onInput={({ currentTarget }) => kept.write(currentTarget.value)}
            className="foldable mb-2 max-w-3xl"
          />
        ) : null}
      </form>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          type="submit"
          form={FORM}
          disabled={off}
          aria-disabled={blocked || undefined}
          {...shortcut('s')}
        >
          {pending ? 'Signing' : signWords(review, missing, last)}
        </Button>
        {error?.code === 'invalid_state' || error?.code === 'not_found' ? <ShowNewest /> : null}
        <Button
          weight="secondary"
          className="md:hidden"
          aria-expanded={note.unfolded}
          onClick={() => note.setUnfolded(!note.unfolded)}
        >
          {note.unfolded ? 'Less' : kept.restoredAt ? 'Show draft note' : 'More'}
        </Button>
        <div className="foldable sign-more">
          {note.isOpen ? (
            <SaveNoteButton id={id} form={signForm} saved={kept.sent} />
          ) : (
            <Button weight="secondary" onClick={note.open} {...shortcut('c')}>
              Add a note
            </Button>
          )}
          <ForwardButton
            {...report}
            begun={review.begun.forward}
            done={openNext}
            opener={forward}
            {...shortcut('f')}
          />
          <AssignButton {...report} done={openNext} />
        </div>
        {online ? null : <span className="font-semibold">You are offline. Signing is not possible.</span>}
      </div>
    </Panel>
  );
}

interface PanelProps {
  panel: RefObject<HTMLDivElement | null>;
  unfolded?: boolean;
  children: ReactNode;
}

const Panel = ({ panel, unfolded = false, children }: PanelProps) => (
  <div
    ref={panel}
    className="sign-panel send-panel border-t-2 border-ink bg-paper py-3 print:hidden"
    data-unfolded={unfolded ? '' : undefined}
  >
    {children}
  </div>
);

const Problem = ({ children }: { children: ReactNode }) => (
  <p role="alert" className="mb-2 flex items-start gap-2 font-semibold">
    <Icon name="problem" className="mt-1 size-4 shrink-0" />
    <span>{children}</span>
  </p>
);

function ShowNewest() {
  const router = useRouter();
  return (
    <Button
      weight="secondary"
      onClick={() => {
        announceOnOpen('The newest version is shown.');
        router.refresh();
      }}
    >
      Show newest version
    </Button>
  );
}

/** Publishes the height of the sticky panel, above which the message of the latest action is shown. */
function usePanelHeight(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = document.documentElement.style;
    const measure = () => {
      const sticks = panel.current && isSticky(panel.current);
      root.setProperty('--send-panel', `${sticks ? panel.current!.offsetHeight : 0}px`);
    };
    const sizes = new ResizeObserver(measure);
    if (panel.current) sizes.observe(panel.current);
    window.addEventListener('resize', measure);
    return () => {
      sizes.disconnect();
      window.removeEventListener('resize', measure);
      root.removeProperty('--send-panel');
    };
  }, [panel]);
}

/**
 * The note appears on demand. On a phone note, forward and assign are folded, so that the report has the room.
 * @param failed the draft could not be read: unfolded, so that this is visible
 */
function useNoteField(
  panel: RefObject<HTMLElement | null>,
  form: RefObject<HTMLFormElement | null>,
  startsOpen: boolean,
  failed: boolean,
) {
  const [isOpen, setIsOpen] = useState(startsOpen);
  const [unfolded, setUnfolded] = useState(failed);
  useEffect(() => {
    if (unfolded && panel.current) keepCriticalVisible(panel.current);
  }, [panel, unfolded]);
  const field = () => form.current?.querySelector('textarea') ?? null;
  return {
    field,
    isOpen,
    unfolded,
    setUnfolded,
    /** It has content and is folded: it must be shown before it is signed. */
    isHidden: (): boolean => {
      const area = field();
      return area !== null && area.value.trim() !== '' && area.getClientRects().length === 0;
    },
    open: (): void => {
      setIsOpen(true);
      setUnfolded(true);
      // The field may appear with this render.
      requestAnimationFrame(() => {
        const area = field();
        if (!area || !panel.current) return;
        // In a sticky panel the field is visible anyway, and the report must not scroll.
        const preventScroll = isSticky(panel.current);
        area.focus({ preventScroll });
        if (preventScroll) area.form!.scrollTop = area.offsetTop;
      });
    },
  };
}

interface SignByKey {
  review: SignPanelProps['review'];
  panel: RefObject<HTMLElement | null>;
  signForm: RefObject<HTMLFormElement | null>;
  note: ReturnType<typeof useNoteField>;
  inbox: boolean;
  blocked: boolean;
}

/** The key `s`: if part of the report has not been in view, it scrolls there and does not sign. */
function useSignByKey({ review, panel, signForm, note, inbox, blocked }: SignByKey) {
  const viewed = useViewedLines(panel, inbox);
  return (): void => {
    if (blocked) return;
    if (!viewed.viewedOrMoved()) {
      const not = review.only_seen ? 'Not marked as seen' : 'Not signed';
      return showAction({ sentence: `${not}. Part of this report has not been in view.`, isProblem: true });
    }
    if (review.needs_note && !note.field()?.value.trim()) note.open();
    else signForm.current?.requestSubmit();
  };
}

interface SaveNoteProps {
  id: string;
  form: RefObject<HTMLFormElement | null>;
  saved: () => void;
}

function SaveNoteButton({ id, form, saved }: SaveNoteProps) {
  const router = useRouter();
  const { add, problem } = useAddNote(id, form, () => {
    saved();
    router.refresh();
  });
  return (
    <>
      <Button weight="secondary" onClick={add}>
        Save note without signing
      </Button>
      <span role="alert" className="font-semibold empty:hidden">
        {problem}
      </span>
    </>
  );
}
