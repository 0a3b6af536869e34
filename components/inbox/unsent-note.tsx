'use client';
/**
 * What was written to be sent with a signature that another tab or person has made first: it is shown, and can be added as
 * a comment.
 */
import { useRouter } from 'next/navigation';
import { useRef, useState, type ReactNode } from 'react';
import type { ReviewState } from '@/server/domain/reviews/contract';
import { NOTE_LENGTH } from '@/server/domain/reviews/rules';
import { noteForm } from '@/server/domain/drafts/rules';
import { api } from '../client/client';
import { showAction } from '../shell/latest-action';
import { useKeptText, type FoundText } from '../client/drafts/kept-text';
import { Button } from '../ui/button';
import { shownError } from '../ui/error-message';
import { SectionHeading } from '../ui/page-heading';
import { TextArea } from '../ui/text-field';

interface UnsentNoteProps {
  id: string;
  found: FoundText;
  /** Further buttons. */
  children?: ReactNode;
}

export function UnsentNote({ id, found, children }: UnsentNoteProps) {
  const router = useRouter();
  const kept = useKeptText(noteForm(id), found);
  const box = useRef<HTMLDivElement>(null);
  const [isThere, setIsThere] = useState(kept.begun.trim() !== '');
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState('');

  async function add() {
    const note = box.current?.querySelector('textarea')?.value.trim() ?? '';
    if (note === '') return setProblem('Write the note first.');
    setPending(true);
    setProblem('');
    try {
      await api.reviews.commentLabResult.mutate({ id, note });
      kept.sent();
      setIsThere(false);
      showAction({ sentence: 'Comment added' });
      router.refresh();
    } catch (thrown) {
      setProblem(shownError(thrown).sentence);
    } finally {
      setPending(false);
    }
  }

  if (!isThere) return children ? <div className="flex flex-wrap gap-2">{children}</div> : null;
  return (
    <div ref={box}>
      <TextArea
        id="unsent-note"
        label="Your note"
        hint="It is not saved with the report."
        rows={2}
        maxLength={NOTE_LENGTH}
        defaultValue={kept.begun}
        onInput={({ currentTarget }) => kept.write(currentTarget.value)}
        className="mb-2 max-w-3xl"
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button onClick={add} disabled={pending}>
          Add as comment
        </Button>
        <Button
          weight="secondary"
          onClick={() => {
            kept.discard();
            setIsThere(false);
          }}
        >
          Discard note
        </Button>
        {children}
        <span role="alert" className="font-semibold empty:hidden">
          {problem}
        </span>
      </div>
    </div>
  );
}

/** On the page of a report that is signed: a note that was begun before and not sent. */
export function LeftNote({ review: { id, begun } }: { review: Pick<ReviewState, 'id' | 'begun'> }) {
  if (begun.note?.content == null) return null;
  return (
    <section aria-labelledby="left-note" className="mb-8 border-t-2 border-ink pt-3 print:hidden">
      <SectionHeading id="left-note" title="Note not sent" />
      <UnsentNote id={id} found={begun.note} />
    </section>
  );
}
