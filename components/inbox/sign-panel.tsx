'use client';
/**
 * Signing a report: one button, and in the inbox one key. Deaf for half a second after another report has opened, so that
 * a second press never signs what nobody has read; a key signs only what has been in view.
 */
import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useFormat } from '#format';
import type { ReviewState } from '@/server/domain/reviews/contract';
import { NOTE_LENGTH } from '@/server/domain/reviews/rules';
import { noteForm } from '@/server/domain/drafts/rules';
import { api } from '../client/client';
import { useIsOnline } from '../client/query-client';
import { valueOf } from '../client/form-values';
import { useSubmit } from '../client/use-submit';
import { count } from '../format/numbers';
import { showAction, spokenAction, type Action } from '../shell/latest-action';
import { useSingleKeys } from '../shell/shortcuts/single-keys';
import { DraftNotice } from '../client/drafts/draft-notice';
import { useKeptText } from '../client/drafts/kept-text';
import { Button } from '../ui/button';
import { shownError } from '../ui/error-message';
import { Icon } from '../ui/icons';
import { announce } from '../ui/live-region';
import { TextArea } from '../ui/text-field';
import { isStuck, uncoverCritical } from './critical-in-sight';
import { AssignButton, ForwardButton } from './pass-on';
import { tellInboxChanged } from './inbox-queries';
import { sayOnArrival } from './report-focus';
import { refusalWords, reportOf, undoable } from './review-action';
import { UnsentNote } from './unsent-note';
import { useViewedLines } from './viewed-lines';

const DEAF_MS = 500;
const FORM = 'sign-report';
const NO_KEYS = {};
/** Nobody knows whether the request was carried out. */
const UNANSWERED = new Set(['network', 'unavailable', 'internal_error']);

export interface SignPanelProps {
  review: Pick<
    ReviewState,
    'id' | 'version' | 'needs_note' | 'only_seen' | 'seen' | 'reviewer' | 'signed_version' | 'begun'
  >;
  /** Of the report, for the sentence that says what was signed. */
  title: string;
  /** Tests that have not come, of a report of which a part has. */
  missing: readonly string[] | null;
  patientName: string;
  /** `usr_…` of the reader. */
  self: string;
  /** Address of what is read next; without it the page stays, and reads itself again. */
  next?: string;
  /** Nothing else waits there: the button does not promise it. */
  last?: boolean;
  /** Address of the inbox with this report open. A chart has none, and no keys: there the button is the way. */
  here?: string | undefined;
}

const KEY_WORDS = { s: 'sign what has been in view', c: 'write a note', f: 'forward' };

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
  const router = useRouter();
  const online = useIsOnline();
  const [listens, setListens] = useState(false);
  // It may have been begun before the report was closed, a newer version came, or the session ended.
  const kept = useKeptText(noteForm(review.id), review.begun.note);
  const isBegun = kept.begun !== '' || kept.failed;
  const [noting, setNoting] = useState(review.needs_note || isBegun);
  // On a phone the report has the room; note, forward and assign unfold. A restored note would cover the values.
  const [unfolded, setUnfolded] = useState(kept.failed);
  const panel = useRef<HTMLDivElement>(null);
  const viewed = useViewedLines(panel, here !== undefined);
  usePanelHeight(panel);
  /** Of this press, until it is known what became of it: sent again it is answered as the first time. */
  const press = useRef<string | null>(null);
  const box = useRef<HTMLFormElement>(null);
  const forward = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => setListens(true), DEAF_MS);
    return () => clearTimeout(timer);
  }, []);

  useEffect(() => {
    if (unfolded && panel.current) uncoverCritical(panel.current);
  }, [unfolded]);

  const { id, version, only_seen: onlySeen } = review;
  const does = onlySeen ? 'Marked as seen' : 'Signed';
  const named = reportOf(title, patientName);
  const { form, busy, pending, error, at } = useSubmit(
    async (data) => {
      const note = valueOf(data, 'note');
      press.current ??= crypto.randomUUID();
      const read = { id, version, idempotency_key: press.current, ...(note === null ? {} : { note }) };
      try {
        await (onlySeen ? api.reviews.markLabResultSeen : api.reviews.signLabResult).mutate(read);
        press.current = null;
      } catch (thrown) {
        const { code, reviewed } = shownError(thrown);
        if (!UNANSWERED.has(code)) press.current = null;
        if (reviewed && note !== null) kept.keep(note);
        throw thrown;
      }
    },
    () => {
      kept.sent();
      const undone = `${named} is ${onlySeen ? 'not marked as seen' : 'unsigned'}`;
      goOn(undoable([{ id, version }], `${does} ${named}`, undone, here));
    },
  );
  const off = busy || !online;
  const deaf = !listens || off;

  function goOn(action: Action, stays = false) {
    const sentence = spokenAction(action);
    tellInboxChanged();
    showAction(action, false);
    if (stays) {
      announce(sentence);
      // The list may hold it no more; it stays open all the same.
      if (here && !here.startsWith(window.location.pathname)) return router.replace(here);
      return router.refresh();
    }
    if (next === undefined) {
      announce(sentence);
      return router.refresh();
    }
    sayOnArrival(sentence);
    // On the page that it is on already, the frame around it is read anew as well: it counts what is critical.
    if (new URL(next, window.location.href).pathname === window.location.pathname) router.refresh();
    else router.replace(next);
  }

  function toNote() {
    setNoting(true);
    setUnfolded(true);
    // It may appear with this very press.
    requestAnimationFrame(() => {
      const field = box.current?.querySelector('textarea');
      if (!field || !panel.current) return;
      // In a panel that stays in sight the field does too: what is read must not move away.
      const preventScroll = isStuck(panel.current);
      field.focus({ preventScroll });
      if (preventScroll) field.form!.scrollTop = field.offsetTop;
    });
  }

  /** Folded away with something in it: it is shown before it is signed. */
  function isNoteHidden(): boolean {
    const field = box.current?.querySelector('textarea');
    return field != null && field.value.trim() !== '' && field.getClientRects().length === 0;
  }

  function discard() {
    kept.discard();
    const field = box.current?.querySelector('textarea');
    if (!field) return;
    field.value = '';
    // The pressed button goes away.
    field.focus();
  }

  /** What has not been in view is not signed by a key: it comes into view instead. */
  function byKey() {
    if (deaf) return;
    if (!viewed.viewedOrMoved()) {
      const not = onlySeen ? 'Not marked as seen' : 'Not signed';
      return showAction({
        sentence: `${not}. Part of this report has not been in view.`,
        isProblem: true,
      });
    }
    const note = box.current?.querySelector('textarea')?.value.trim() ?? '';
    if (review.needs_note && note === '') toNote();
    else box.current?.requestSubmit();
  }

  const keys = {
    s: byKey,
    c: toNote,
    f: () => {
      setUnfolded(true);
      // A question that opens inside of what is folded would not be seen.
      requestAnimationFrame(() => forward.current?.click());
    },
  };
  useSingleKeys(here === undefined ? NO_KEYS : keys, here === undefined ? NO_KEYS : KEY_WORDS);
  const shortcut = (key: string) => (here === undefined ? {} : { 'aria-keyshortcuts': key });

  const toNewest = (
    <Button
      weight="secondary"
      onClick={() => {
        sayOnArrival('The newest state is shown.');
        router.refresh();
      }}
    >
      Show the newest state
    </Button>
  );
  if (error?.reviewed)
    return (
      <div ref={panel} className="sign-panel send-panel border-t-2 border-ink bg-paper py-3 print:hidden">
        <Refusal>{refusalWords(error, self, format)} Nothing was signed.</Refusal>
        <UnsentNote id={id} found={review.begun.note}>
          {toNewest}
        </UnsentNote>
      </div>
    );

  const { reviewer, needs_note: critical } = review;
  const passed = { id, version, title, patientName, self, format, here, reviewer, critical };
  // The question of whom to forward it to is a form of its own, and forms do not nest: the buttons stand outside.
  return (
    <div
      ref={panel}
      className="sign-panel send-panel border-t-2 border-ink bg-paper py-3 print:hidden"
      data-unfolded={unfolded || error ? '' : undefined}
    >
      <form
        id={FORM}
        ref={box}
        method="post"
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          if (here !== undefined) byKey();
        }}
        onSubmit={(event) => {
          if (deaf) return event.preventDefault();
          if (isNoteHidden()) {
            event.preventDefault();
            return toNote();
          }
          void form.onSubmit(event);
        }}
        noValidate
        aria-label={onlySeen ? 'Mark this report as seen' : 'Sign this report'}
      >
        {error ? (
          <Refusal>
            {error.fields.length > 0 ? 'Nothing was signed: the note is missing.' : error.sentence}
          </Refusal>
        ) : null}
        <DraftNotice draft={{ ...kept, discard }} className="foldable mb-2 max-w-3xl">
          It is not kept with the report yet.
        </DraftNotice>
        {noting ? (
          <TextArea
            id="note"
            name="note"
            label={
              review.needs_note
                ? 'What was done about the critical value, whom you told and when'
                : 'Note, kept with your signature, for colleagues and partner systems'
            }
            rows={1}
            maxLength={NOTE_LENGTH}
            defaultValue={kept.begun}
            onInput={({ currentTarget }) => kept.write(currentTarget.value)}
            required={review.needs_note}
            optional={!review.needs_note}
            className="foldable mb-2 max-w-3xl"
            error={at('/note')}
          />
        ) : null}
      </form>
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" form={FORM} disabled={off} aria-disabled={deaf || undefined} {...shortcut('s')}>
          {pending ? 'Signing' : signWords(review, missing, last)}
        </Button>
        {error?.code === 'invalid_state' || error?.code === 'not_found' ? toNewest : null}
        <Button
          weight="secondary"
          className="md:hidden"
          aria-expanded={unfolded}
          onClick={() => setUnfolded(!unfolded)}
        >
          {unfolded ? 'Less' : kept.restoredAt ? 'Show draft note' : 'More'}
        </Button>
        <div className="foldable sign-more">
          {noting ? (
            <CommentButton id={id} box={box} sent={kept.sent} />
          ) : (
            <Button weight="secondary" onClick={toNote} {...shortcut('c')}>
              Add a note
            </Button>
          )}
          <ForwardButton
            {...passed}
            begun={review.begun.forward}
            done={goOn}
            opener={forward}
            {...shortcut('f')}
          />
          <AssignButton {...passed} done={goOn} />
        </div>
        {online ? null : <span className="font-semibold">Not connected: nothing can be signed now.</span>}
      </div>
    </div>
  );
}

const Refusal = ({ children }: { children: ReactNode }) => (
  <p role="alert" className="mb-2 flex items-start gap-2 font-semibold">
    <Icon name="problem" className="mt-1 size-4 shrink-0" />
    <span>{children}</span>
  </p>
);

/** Of the panel that stays at the bottom: the message of the latest action stands above it. */
function usePanelHeight(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = document.documentElement.style;
    const measure = () => {
      const stays = panel.current && getComputedStyle(panel.current).position === 'sticky';
      root.setProperty('--send-panel', `${stays ? panel.current!.offsetHeight : 0}px`);
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

interface CommentProps {
  id: string;
  box: RefObject<HTMLFormElement | null>;
  sent: () => void;
}

/** The note alone, without a signature. */
function CommentButton({ id, box, sent }: CommentProps) {
  const router = useRouter();
  const [problem, setProblem] = useState('');
  async function comment() {
    const field = box.current?.querySelector('textarea');
    const note = field?.value.trim() ?? '';
    if (!field || note === '') return setProblem('Write the note first.');
    try {
      await api.reviews.commentLabResult.mutate({ id, note });
      field.value = '';
      sent();
      setProblem('');
      showAction({ sentence: 'Note saved. Nothing was signed.' });
      router.refresh();
    } catch {
      setProblem('The note was not saved. Try again.');
    }
  }
  return (
    <>
      <Button weight="secondary" onClick={comment}>
        Keep the note only
      </Button>
      <span role="alert" className="font-semibold empty:hidden">
        {problem}
      </span>
    </>
  );
}
