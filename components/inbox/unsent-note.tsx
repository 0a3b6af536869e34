'use client';
/** A note that was not sent, because another tab or user signed the report first. It can be added without a signature. */
import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import type { ReviewState } from '@/server/domain/reviews/contract';
import { NOTE_LENGTH } from '@/server/domain/reviews/rules';
import { noteForm } from '@/server/domain/drafts/rules';
import { useKeptText } from '../client/drafts/kept-text';
import { KeptTextArea } from '../client/drafts/kept-text-area';
import { Button } from '../ui/button';
import { SectionHeading } from '../ui/page-heading';
import { showToast } from '../ui/toast';
import { useAddNote } from './use-add-note';

interface UnsentNoteProps {
  id: string;
  kept: ReturnType<typeof useKeptText>;
  close: () => void;
  onDiscard: (text: string) => void;
}

function UnsentNote({ id, kept, close, onDiscard }: UnsentNoteProps) {
  const router = useRouter();
  const box = useRef<HTMLDivElement>(null);
  const { add, pending, problem } = useAddNote(id, box, () => {
    kept.sent();
    close();
    router.refresh();
  });
  return (
    <div ref={box}>
      <KeptTextArea
        id="unsent-note"
        label="Your note"
        hint="Not saved with the report yet."
        rows={2}
        maxLength={NOTE_LENGTH}
        kept={kept}
        className="mb-2 max-w-3xl"
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button onClick={add} disabled={pending}>
          Save note
        </Button>
        <Button
          weight="secondary"
          onClick={() => onDiscard(box.current?.querySelector('textarea')?.value ?? '')}
        >
          Discard note
        </Button>
        <span role="alert" className="font-semibold text-error empty:hidden">
          {problem}
        </span>
      </div>
    </div>
  );
}

/** For a report that is already signed. The text may be in this browser only, right after another tab or user signed. */
export function UnsentNoteSection({ review }: { review: Pick<ReviewState, 'id' | 'begun'> }) {
  const [round, setRound] = useState(0);
  return <Section key={round} review={review} showAgain={() => setRound(round + 1)} />;
}

interface SectionProps {
  review: Pick<ReviewState, 'id' | 'begun'>;
  showAgain: () => void;
}

function Section({ review: { id, begun }, showAgain }: SectionProps) {
  const kept = useKeptText(noteForm(id), begun.note);
  const [isOpen, setIsOpen] = useState(kept.begun.trim() !== '');
  if (!isOpen) return null;
  function discard(text: string) {
    kept.discard();
    setIsOpen(false);
    document.getElementById('main')?.focus({ preventScroll: true });
    showToast({
      sentence: 'Note discarded.',
      undo: async () => {
        kept.restore(text);
        showAgain();
        return { sentence: 'Note restored.' };
      },
    });
  }
  return (
    <section aria-labelledby="left-note" className="mb-8 border-t-2 border-ink pt-3 print:hidden">
      <SectionHeading id="left-note" title="Note not saved" />
      <UnsentNote id={id} kept={kept} close={() => setIsOpen(false)} onDiscard={discard} />
    </section>
  );
}
