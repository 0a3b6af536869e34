'use client';
/** Forwarding a report, returning it to the group and taking it. What is critical is asked for first. */
import { useRef, useState, type FormEvent, type RefObject } from 'react';
import { useFormat } from '#format';
import { NOTE_LENGTH } from '@/server/domain/reviews/rules';
import { forwardForm } from '@/server/domain/drafts/rules';
import { api } from '../client/client';
import { useColleagues } from '../client/use-colleagues';
import { ActionButton } from '../client/action-button';
import { isolate } from '../format/isolate';
import type { Action } from '../shell/latest-action';
import { DraftNotice } from '../client/drafts/draft-notice';
import { useKeptText, type FoundText } from '../client/drafts/kept-text';
import { Button } from '../ui/button';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { Dialog } from '../ui/dialog';
import { shownError } from '../ui/error-message';
import { SelectField } from '../ui/select-field';
import { TextArea } from '../ui/text-field';
import { assigneeWords, refusalWords, reportOf, undoable } from './review-action';

interface PassedProps {
  id: string;
  version: number;
  title: string;
  patientName: string;
  self: string;
  critical: boolean;
  reviewer: { id: string; name: string } | null;
  /** Address of the inbox with this report open. */
  here: string | undefined;
}

/** What was done, and how it is undone. */
function assigned(passed: PassedProps, done: string, to: string): Action {
  const { id, version, title, patientName, reviewer, self, here } = passed;
  const named = reportOf(title, patientName);
  return undoable(
    [{ id, version }],
    `${done} ${named} to ${to}`,
    `${named} is assigned to ${assigneeWords(reviewer, self)}`,
    here,
  );
}

interface ForwardProps extends PassedProps {
  opener: RefObject<HTMLButtonElement | null>;
  /** The word for the colleague that was begun before. */
  begun: FoundText;
  done: (action: Action) => void;
  'aria-keyshortcuts'?: string;
}

export function ForwardButton({ opener, begun, done, 'aria-keyshortcuts': keys, ...passed }: ForwardProps) {
  const format = useFormat();
  const { id, title, patientName, self, critical } = passed;
  const kept = useKeptText(forwardForm(id), begun);
  const word = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [pending, setPending] = useState(false);
  const people = useColleagues();
  const colleagues = people.data?.data.filter((one) => one.id !== self) ?? null;
  const [to, setTo] = useState('');
  const [problem, setProblem] = useState('');
  const name = isolate(colleagues?.find((one) => one.id === to)?.name ?? '');

  function ask() {
    setProblem('');
    setOpen(true);
    void people.refetch();
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
      done(assigned(passed, 'Forwarded', name || 'your colleague'));
    } catch (thrown) {
      const error = shownError(thrown);
      setProblem(
        error.fields.length > 0
          ? 'This person cannot sign reports any more. Choose another.'
          : refusalWords(error, self, format),
      );
    } finally {
      setPending(false);
    }
  }

  return (
    <>
      <Button ref={opener} weight="secondary" onClick={ask} aria-keyshortcuts={keys}>
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
              {critical && name ? `Forward to ${name}` : 'Forward'}
            </Button>
            <Button weight="secondary" onClick={() => setOpen(false)}>
              Cancel
            </Button>
          </>
        }
      >
        {critical ? <CriticalLine /> : null}
        <p className="mb-3">It leaves your inbox and is assigned to your colleague.</p>
        <SelectField
          id="forward-to"
          label="To"
          empty={colleagues === null ? 'Loading' : 'Choose a colleague'}
          options={(colleagues ?? []).map((one) => ({ value: one.id, label: one.name }))}
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
          data-first-focus
        />
        <div ref={word} className="mt-3">
          {open ? <DraftNotice draft={{ ...kept, discard }} className="mb-2" /> : null}
          <TextArea
            id="forward-word"
            name="word"
            label="Message"
            rows={2}
            maxLength={NOTE_LENGTH}
            optional
            defaultValue={kept.begun}
            onInput={({ currentTarget }) => kept.write(currentTarget.value)}
          />
        </div>
        <p role="alert" className="mt-2 font-semibold empty:hidden">
          {problem || (people.error ? shownError(people.error).sentence : '')}
        </p>
      </Dialog>
    </>
  );
}

const CriticalLine = () => <p className="mb-1 font-bold text-critical">Critical result, unsigned.</p>;

interface AssignProps extends PassedProps {
  done: (action: Action, stays?: boolean) => void;
}

export function AssignButton({ done, ...passed }: AssignProps) {
  const format = useFormat();
  const { id, title, patientName, reviewer, self, critical } = passed;
  const returns = reviewer?.id === self;
  const label = returns ? 'Return to group' : 'Assign to me';
  const run = () => api.reviews.assignLabResult.mutate({ id, to_id: returns ? null : self });
  const finish = () =>
    returns
      ? done(assigned(passed, 'Returned', 'the group'))
      : done(assigned(passed, 'Assigned', 'you'), true);
  const explain = (error: Parameters<typeof refusalWords>[0]) => refusalWords(error, self, format);
  if (!critical) return <ActionButton label={label} run={run} done={finish} explain={explain} />;
  const named = `${isolate(title)} of ${isolate(patientName)}`;
  return (
    <ConfirmDialog
      opener={{ label, weight: 'secondary' }}
      title={returns ? `Return ${named} to the group?` : `Assign ${named} to yourself?`}
      confirm={label}
      keep="Cancel"
      act={run}
      done={finish}
      explain={explain}
    >
      <CriticalLine />
      <p>
        {returns
          ? 'It leaves your inbox. Anyone in the group can sign it.'
          : `It moves to your inbox from ${reviewer ? `the inbox of ${isolate(reviewer.name)}` : 'the group'}.`}
      </p>
    </ConfirmDialog>
  );
}
