'use client';
/** Handing a report to somebody else, and taking it oneself. */
import { useRouter } from 'next/navigation';
import { useRef, useState, type FormEvent, type RefObject } from 'react';
import type { Colleague } from '@/server/domain/people/contract';
import { NOTE_LENGTH } from '@/server/domain/reviews/rules';
import { forwardForm } from '@/server/domain/drafts/rules';
import { api } from '../api/client';
import { ActionButton } from '../api/action-button';
import { isolate } from '../format/isolate';
import { DraftNotice } from '../session/draft-notice';
import { useKeptText, type FoundText } from '../session/kept-text';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { shownError } from '../ui/error-message';
import { SelectField } from '../ui/select-field';
import { TextArea } from '../ui/text-field';

interface ForwardProps {
  id: string;
  title: string;
  patientName: string;
  self: string;
  opener: RefObject<HTMLButtonElement | null>;
  /** The word for the colleague that was begun before. */
  begun: FoundText;
  zone: string;
  /** @param sentence what was done */
  done: (sentence: string) => void;
}

export function ForwardButton({ id, title, patientName, self, opener, begun, zone, done }: ForwardProps) {
  const kept = useKeptText(forwardForm(id), begun);
  const word = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [pending, setPending] = useState(false);
  const [colleagues, setColleagues] = useState<readonly Colleague[] | null>(null);
  const [to, setTo] = useState('');
  const [problem, setProblem] = useState('');

  async function ask() {
    setProblem('');
    setOpen(true);
    try {
      const { data } = await api.people.listColleagues.query({});
      setColleagues(data.filter((one) => one.id !== self));
    } catch (thrown) {
      setProblem(shownError(thrown).sentence);
    }
  }

  function discard() {
    kept.discard();
    const field = word.current?.querySelector('textarea');
    if (!field) return;
    field.value = '';
    field.focus();
  }

  async function send(event: FormEvent) {
    event.preventDefault();
    if (pending || to === '') return;
    setPending(true);
    const note = String(new FormData(event.target as HTMLFormElement).get('word') ?? '').trim();
    try {
      await api.reviews.forwardLabResult.mutate({ id, to_id: to, ...(note === '' ? {} : { note }) });
      setOpen(false);
      kept.sent();
      done(`Passed on to ${colleagues?.find((one) => one.id === to)?.name ?? 'your colleague'}.`);
    } catch (thrown) {
      const { sentence, fields } = shownError(thrown);
      setProblem(fields.length > 0 ? 'This person cannot sign reports any more. Choose another.' : sentence);
    } finally {
      setPending(false);
    }
  }

  return (
    <>
      <Button ref={opener} weight="secondary" onClick={ask} aria-keyshortcuts="f">
        Forward
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        stay={pending}
        title={`Forward ${isolate(title)} of ${isolate(patientName)}`}
        onSubmit={send}
        actions={
          <>
            <Button type="submit" disabled={to === ''} aria-disabled={pending || undefined}>
              Forward
            </Button>
            <Button weight="secondary" onClick={() => setOpen(false)}>
              Keep it
            </Button>
          </>
        }
      >
        <p className="mb-3">It leaves your inbox and waits in theirs.</p>
        <SelectField
          id="forward-to"
          label="To"
          empty={colleagues === null ? 'Loading' : 'Choose somebody'}
          options={(colleagues ?? []).map((one) => ({ value: one.id, label: one.name }))}
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
          data-first-focus
        />
        <div ref={word} className="mt-3">
          {open ? <DraftNotice draft={{ ...kept, discard }} zone={zone} className="mb-2" /> : null}
          <TextArea
            id="forward-word"
            name="word"
            label="A word for them"
            rows={2}
            maxLength={NOTE_LENGTH}
            optional
            defaultValue={kept.begun}
            onInput={({ currentTarget }) => kept.write(currentTarget.value)}
          />
        </div>
        <p role="alert" className="mt-2 font-semibold empty:hidden">
          {problem}
        </p>
      </Dialog>
    </>
  );
}

interface AssignProps {
  id: string;
  reviewer: { id: string; name: string } | null;
  self: string;
}

export function AssignButton({ id, reviewer, self }: AssignProps) {
  const router = useRouter();
  const assign = (to_id: string | null) => async () => {
    await api.reviews.assignLabResult.mutate({ id, to_id });
    router.refresh();
  };
  return reviewer?.id === self ? (
    <ActionButton
      label="Give to the group"
      done="It waits for anybody of the group now."
      run={assign(null)}
    />
  ) : (
    <ActionButton label="Take it myself" done="It waits for you now." run={assign(self)} />
  );
}
