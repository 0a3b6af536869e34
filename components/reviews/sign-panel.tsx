'use client';
/**
 * Signing a report: one button or one key. Deaf for half a second after another report has opened, so that a second press
 * never signs what nobody has read.
 */
import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { ReviewState } from '@/server/domain/reviews/contract';
import { NOTE_LENGTH } from '@/server/domain/reviews/rules';
import { noteForm } from '@/server/domain/drafts/rules';
import { api } from '../api/client';
import { valueOf } from '../api/form-values';
import { useSubmit } from '../api/use-submit';
import { isolate } from '../format/isolate';
import { useSingleKeys } from '../keys/single-keys';
import { DraftNotice } from '../session/draft-notice';
import { useKeptText } from '../session/kept-text';
import { Button } from '../ui/button';
import { Icon } from '../ui/icons';
import { announce } from '../ui/live-region';
import { TextArea } from '../ui/text-field';
import { AssignButton, ForwardButton } from './pass-on';
import { sayOnArrival } from './report-focus';
import { tellSigned } from './signed-event';

export const DEAF_MS = 500;
const FORM = 'sign-report';

export interface SignPanelProps {
  review: Pick<
    ReviewState,
    'id' | 'version' | 'needs_note' | 'only_seen' | 'seen' | 'reviewer' | 'signed_version' | 'begun'
  >;
  /** Of the report, for the sentence that says what was signed. */
  title: string;
  patientName: string;
  /** `usr_…` of the reader. */
  self: string;
  zone: string;
  /** Address of what is read next; without it the page stays, and reads itself again. */
  next?: string;
  /** Nothing else waits there: the button does not promise it. */
  last?: boolean;
}

const hearLine = (changed: () => void) => {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
};

const KEY_WORDS = { s: 'sign', c: 'write a note', f: 'forward' };

export function SignPanel({
  review,
  title,
  patientName,
  self,
  zone,
  next,
  last = next === undefined,
}: SignPanelProps) {
  const router = useRouter();
  const online = useSyncExternalStore(
    hearLine,
    () => navigator.onLine,
    () => true,
  );
  const [listens, setListens] = useState(false);
  // It may have been begun before the report was closed, a newer version came, or the session ended.
  const kept = useKeptText(noteForm(review.id), review.begun.note);
  const isBegun = kept.begun !== '' || kept.failed;
  const [noting, setNoting] = useState(review.needs_note || isBegun);
  // On a phone the report has the room; note, forward and assign unfold. What is sent along is in sight.
  const [unfolded, setUnfolded] = useState(isBegun);
  const box = useRef<HTMLFormElement>(null);
  const forward = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => setListens(true), DEAF_MS);
    return () => clearTimeout(timer);
  }, []);

  const { id, version, only_seen: onlySeen } = review;
  const does = onlySeen ? 'Marked as seen' : 'Signed';
  const { form, busy, pending, error, at } = useSubmit(
    (data) => {
      const note = valueOf(data, 'note');
      const read = { id, version, ...(note === null ? {} : { note }) };
      return onlySeen ? api.reviews.markLabResultSeen.mutate(read) : api.reviews.signLabResult.mutate(read);
    },
    () => {
      kept.sent();
      const sentence = `${does} ${isolate(title)} for ${isolate(patientName)}`;
      tellSigned({ reports: [{ id, version }], sentence });
      goOn(`${sentence}. Undo within ten seconds.`);
    },
  );
  const off = busy || !online;
  const deaf = !listens || off;

  function goOn(sentence: string) {
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
    requestAnimationFrame(() => box.current?.querySelector('textarea')?.focus());
  }

  function discard() {
    kept.discard();
    const field = box.current?.querySelector('textarea');
    if (!field) return;
    field.value = '';
    // The pressed button goes away.
    field.focus();
  }

  useSingleKeys(
    {
      s: () => {
        const note = box.current?.querySelector('textarea')?.value.trim() ?? '';
        if (deaf) return;
        if (review.needs_note && note === '') toNote();
        else box.current?.requestSubmit();
      },
      c: toNote,
      f: () => {
        setUnfolded(true);
        // A question that opens inside of what is folded would not be seen.
        requestAnimationFrame(() => forward.current?.click());
      },
    },
    KEY_WORDS,
  );

  const act = onlySeen ? 'Mark as seen' : review.needs_note ? 'Sign critical result' : 'Sign';
  // The question of whom to forward it to is a form of its own, and forms do not nest: the buttons stand outside.
  return (
    <div
      className="sign-panel send-panel border-t-2 border-ink bg-paper py-3 print:hidden"
      data-unfolded={unfolded || error ? '' : undefined}
    >
      <form
        id={FORM}
        ref={box}
        method="post"
        {...form}
        onSubmit={(event) => {
          if (deaf) return event.preventDefault();
          void form.onSubmit(event);
        }}
        noValidate
        aria-label={onlySeen ? 'Mark this report as seen' : 'Sign this report'}
      >
        {error ? (
          <p role="alert" className="mb-2 flex items-start gap-2 font-semibold">
            <Icon name="problem" className="mt-1 size-4 shrink-0" />
            <span>
              {error.fields.length > 0 ? 'Nothing was signed: the note is missing.' : error.sentence}
            </span>
          </p>
        ) : null}
        <DraftNotice draft={{ ...kept, discard }} zone={zone} className="foldable mb-2 max-w-3xl">
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
        <Button
          type="submit"
          form={FORM}
          disabled={off}
          aria-disabled={deaf || undefined}
          aria-keyshortcuts="s"
        >
          {pending ? 'Signing' : `${act}${last ? '' : ' and next'}`}
        </Button>
        {error?.code === 'invalid_state' || error?.code === 'not_found' ? (
          <Button
            weight="secondary"
            onClick={() => {
              sayOnArrival('The newest state is shown.');
              router.refresh();
            }}
          >
            Show the newest state
          </Button>
        ) : null}
        <Button
          weight="secondary"
          className="md:hidden"
          aria-expanded={unfolded}
          onClick={() => setUnfolded(!unfolded)}
        >
          {unfolded ? 'Less' : 'More'}
        </Button>
        <div className="foldable sign-more">
          {noting ? (
            <CommentButton id={id} box={box} sent={kept.sent} />
          ) : (
            <Button weight="secondary" onClick={toNote} aria-keyshortcuts="c">
              Add a note
            </Button>
          )}
          <ForwardButton
            id={id}
            title={title}
            patientName={patientName}
            begun={review.begun.forward}
            zone={zone}
            done={goOn}
            opener={forward}
            self={self}
          />
          <AssignButton id={id} reviewer={review.reviewer} self={self} />
        </div>
        {online ? null : <span className="font-semibold">Not connected: nothing can be signed now.</span>}
      </div>
    </div>
  );
}

interface CommentProps {
  id: string;
  box: React.RefObject<HTMLFormElement | null>;
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
      announce('Note kept. Nothing was signed.');
      router.refresh();
    } catch {
      setProblem('The note was not kept. Try again.');
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
