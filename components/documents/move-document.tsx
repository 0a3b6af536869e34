'use client';
/** The last step of a move: both charts and the reason. */
import { useRouter } from 'next/navigation';
import { MAX_REASON } from '@/server/domain/documents/rules';
import { UNDO_REASONS } from '@/server/domain/reviews/rules';
import { api } from '../client/client';
import { defineFields } from '../client/form-fields';
import { useSubmit } from '../client/use-submit';
import { isolate } from '../format/isolate';
import { count, noun } from '../format/numbers';
import { WholeDates } from '../format/whole-dates';
import { Button } from '../ui/button';
import { ErrorSummary } from '../ui/error-summary';
import { showToast } from '../ui/toast';
import { LinkButton } from '../ui/link-button';
import { TextArea } from '../ui/text-field';

const FIELDS = defineFields({
  reason: {
    pointer: '/reason',
    label: 'Reason',
    maxLength: MAX_REASON,
    rows: 2,
    required: true,
  },
  to: { pointer: '/patient_id', label: 'Patient' },
});

const ONE = {
  stay: 'The document stays listed in this chart as entered in error. The file can only be opened in the new chart.',
  signOff: 'Its sign-off stays in this chart. Sign it off again in the new one.',
};
const MANY = {
  stay: 'The documents stay listed in this chart as entered in error. The files can only be opened in the new chart.',
  signOff: 'Their sign-offs stay in this chart. Sign them off again in the new one.',
};

interface MoveDocumentProps {
  id: string;
  /** Number of other documents that move with it. */
  others: number;
  /** Any of the documents that move. */
  isSignedOff: boolean;
  from: { id: string; line: string; name: string };
  to: { id: string; line: string; name: string };
}

async function moveBack(id: string, to: MoveDocumentProps['from'], total: number) {
  const document = await api.documents.moveDocument.mutate({
    id,
    patient_id: to.id,
    reason: UNDO_REASONS.move,
    undo: true,
  });
  const are = noun(total, 'The document is', 'The documents are');
  return {
    sentence: `Undone. ${are} in the chart of ${isolate(to.name)} again.`,
    href: `/patients/${to.id}/documents/${document.id}`,
  };
}

export function MoveDocument({ id, others, isSignedOff, from, to }: MoveDocumentProps) {
  const router = useRouter();
  const words = others > 0 ? MANY : ONE;
  const { form, busy, pending, error } = useSubmit(
    (data) =>
      api.documents.moveDocument.mutate({ id, patient_id: to.id, reason: FIELDS.read(data).reason ?? '' }),
    (moved) => {
      const total = moved.moved_count;
      const what = total === 1 ? 'Document' : count(total, 'document');
      const unsigned = ` ${noun(total, 'It is', 'They are')} not signed off there.`;
      showToast({
        sentence: `${what} moved to ${isolate(to.line)}.${isSignedOff ? unsigned : ''}`,
        patientId: to.id,
        undo: () => moveBack(moved.id, from, total),
      });
      router.push(`/patients/${to.id}/documents/${moved.id}`);
      router.refresh();
    },
  );
  return (
    <form method="post" {...form} className="max-w-2xl space-y-4">
      <ErrorSummary error={error} fields={FIELDS.places} />
      <dl className="grid gap-3 md:grid-cols-2">
        <div className="border-2 border-control p-3">
          <dt className="text-sm text-ink-2">From the chart of</dt>
          <dd className="font-semibold wrap-anywhere">
            <WholeDates of={from.line} />
          </dd>
        </div>
        <div id="to" tabIndex={-1} className="border-2 border-accent bg-accent-tint p-3">
          <dt className="text-sm">To the chart of</dt>
          <dd className="font-semibold wrap-anywhere">
            <WholeDates of={to.line} />
          </dd>
        </div>
      </dl>
      <TextArea {...FIELDS.controls(error).field('reason')} />
      {others > 0 ? (
        <p className="font-semibold">
          {others + 1} documents move: this one, its versions and addenda, and files of the same message.
        </p>
      ) : null}
      <p>
        {words.stay} {isSignedOff ? words.signOff : null} Both access logs record the move. Connected systems
        are notified.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={busy}>
          {pending ? 'Moving' : `Move to ${isolate(to.name)}`}
        </Button>
        <LinkButton href={`/patients/${from.id}/documents/${id}`} weight="secondary">
          Cancel
        </LinkButton>
      </div>
    </form>
  );
}
