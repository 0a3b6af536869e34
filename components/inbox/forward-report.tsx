'use client';
/** Forwards a report to a colleague, with a message. */
import { useRouter } from 'next/navigation';
import { useRef, useState, type FormEvent, type RefObject } from 'react';
import { useFormat } from '#format';
import { NOTE_LENGTH } from '@/server/domain/reviews/rules';
import { forwardForm } from '@/server/domain/drafts/rules';
import { api } from '../client/client';
import { defineFields } from '../client/form-fields';
import { useColleagues } from '../client/use-colleagues';
import { isolate } from '../format/isolate';
import type { Toast } from '../ui/toast';
import { DraftNotice } from '../client/drafts/draft-notice';
import { useOnce } from '../client/use-once';
import { useKeptText, type FoundText } from '../client/drafts/kept-text';
import { KeptTextArea } from '../client/drafts/kept-text-area';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { DialogSubject } from '../ui/dialog-subject';
import { DialogOutcome } from '../ui/dialog-outcome';
import { shownError } from '../ui/error-message';
import { SelectField } from '../ui/select-field';
import { assignment, CriticalLine, type AssignedReport } from './assign-report';
import { ownChange } from './own-change';
import { errorWords } from './review-action';
import { useProblem } from '../ui/use-problem';

const fields = defineFields({
  'forward-to': { pointer: '/to_id', label: 'To', hint: 'The report moves to their inbox.' },
  'forward-message': {
    pointer: '/note',
    label: 'Message',
    rows: 2,
    maxLength: NOTE_LENGTH,
    optional: true,
  },
});
const { field } = fields.controls(null);

interface ForwardProps extends AssignedReport {
  opener: RefObject<HTMLButtonElement | null>;
  /** Saved draft of the message. */
  begun: FoundText;
  done: (toast: Toast) => void;
  disabled: boolean;
  'aria-keyshortcuts'?: string;
}

export function ForwardButton(props: ForwardProps) {
  const { opener, begun, done, disabled, 'aria-keyshortcuts': keys, ...report } = props;
  const [open, setOpen] = useState(false);
  const people = useColleagues();
  function ask() {
    setOpen(true);
    void people.refetch();
  }
  return (
    <>
      <Button ref={opener} weight="secondary" disabled={disabled} onClick={ask} aria-keyshortcuts={keys}>
        Forward
      </Button>
      <ForwardDialog
        {...report}
        open={open}
        close={() => setOpen(false)}
        people={people}
        begun={begun}
        done={done}
      />
    </>
  );
}

interface ForwardDialogProps extends AssignedReport, Pick<ForwardProps, 'begun' | 'done'> {
  open: boolean;
  close: () => void;
  people: Pick<ReturnType<typeof useColleagues>, 'data' | 'error'>;
}

function ForwardDialog({ open, close, people, begun, done, ...report }: ForwardDialogProps) {
  const format = useFormat();
  const { id, title, patientLine, self, critical } = report;
  const kept = useKeptText(forwardForm(id), begun);
  const submission = useOnce();
  const [pending, setPending] = useState(false);
  const colleagues = people.data?.data.filter((one) => one.id !== self) ?? null;
  const [to, setTo] = useState('');
  const [problem, setProblem] = useProblem();
  /** A colleague has signed the report. */
  const [isSigned, setIsSigned] = useState(false);
  const router = useRouter();
  const name = isolate(colleagues?.find((one) => one.id === to)?.name ?? '');

  async function send(event: FormEvent) {
    event.preventDefault();
    if (pending || to === '') return;
    if (isSigned) return leave();
    setPending(true);
    setProblem('');
    const note = fields.read(new FormData(event.target as HTMLFormElement))['forward-message'];
    try {
      await ownChange(() =>
        submission.send((options) =>
          api.reviews.forwardLabResult.mutate({ id, to_id: to, ...(note === null ? {} : { note }) }, options),
        ),
      );
      close();
      kept.sent();
      done(assignment(report, 'Forwarded', name || 'your colleague'));
    } catch (thrown) {
      const error = shownError(thrown);
      setIsSigned(error.reviewed !== null);
      setProblem(
        error.fields.length > 0
          ? 'This colleague can no longer sign reports. Select another.'
          : errorWords(error, self, format),
      );
    } finally {
      setPending(false);
    }
  }

  function leave() {
    setProblem('');
    close();
    if (isSigned) router.refresh();
  }

  return (
    <Dialog
      open={open}
      onClose={leave}
      stay={pending}
      title="Forward report"
      onSubmit={send}
      actions={
        <>
          <Button type="submit" disabled={to === ''} aria-disabled={pending || undefined}>
            {isSigned ? 'Show' : critical && name ? `Forward to ${name}` : 'Forward'}
          </Button>
          {isSigned ? null : (
            <Button weight="secondary" onClick={close}>
              Cancel
            </Button>
          )}
        </>
      }
    >
      <DialogSubject what={title} patientLine={patientLine} />
      {critical && !isSigned ? <CriticalLine /> : null}
      <SelectField
        {...field('forward-to')}
        empty={colleagues === null ? 'Loading' : 'Select a colleague'}
        options={(colleagues ?? []).map((one) => ({ value: one.id, label: one.name }))}
        value={to}
        onChange={(event) => setTo(event.currentTarget.value)}
        data-first-focus
      />
      <MessageField kept={kept} open={open} />
      <DialogOutcome
        problem={problem || (people.error ? shownError(people.error).sentence : '')}
        pending={pending}
      />
    </Dialog>
  );
}

function MessageField({ kept, open }: { kept: ReturnType<typeof useKeptText>; open: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  function discard() {
    kept.discard();
    const area = box.current?.querySelector('textarea');
    if (!area) return;
    area.value = '';
    area.focus();
  }
  return (
    <div ref={box} className="mt-3">
      {open ? <DraftNotice draft={{ ...kept, discard }} className="mb-2" /> : null}
      <KeptTextArea {...field('forward-message')} kept={kept} />
    </div>
  );
}
