'use client';
/** Two records side by side: which one is kept, and which value of each differing field. */
import { useRouter } from 'next/navigation';
import { useFormat } from '#format';
import type { PatientComparison } from '@/server/domain/patient-updates/contract';
import type { Patient } from '@/server/domain/patients/contract';
import { MERGE_FIELDS, MOST_REASON, type MergeField } from '@/server/domain/patients/rules';
import type { Colleague } from '@/server/domain/people/contract';
import { api } from '../client/client';
import { defineFields } from '../client/form-fields';
import { useOnce } from '../client/use-once';
import { useSubmit } from '../client/use-submit';
import { formatName, formatShortName } from '../format/names';
import { mergedSentence } from './merge-names';
import { list } from '../format/lists';
import { count } from '../format/numbers';
import { Button } from '../ui/button';
import { Cell, DataTable, Row, RowHead } from '../ui/data-table';
import { ErrorSummary } from '../ui/error-summary';
import { Icon } from '../ui/icons';
import { LinkButton } from '../ui/link-button';
import { Notice } from '../ui/notice';
import { TextArea } from '../ui/text-field';
import { TextLink } from '../ui/text-link';
import { showToast } from '../ui/toast';
import { clinicianOptions, wordsWith } from './detail-words';
import { detailsOf, LABELS, linesOf, NO_VALUE } from './details';
import { Lines } from './details-conflict';
import { MicroIdentity } from './micro-identity';
import { undoMerge } from './undo-merge';

const FORM = defineFields({
  reason: {
    pointer: '/reason',
    label: 'Reason',
    hint: 'How you know that both records are of the same patient',
    maxLength: MOST_REASON,
    rows: 2,
    required: true,
  },
});

const labelOf = (field: MergeField): string => (field === 'name' ? 'Name' : LABELS[field]);

const named = ({ name, mrn }: Patient) => ({ name: formatShortName(name), mrn });

type Side = PatientComparison['patient'];

/** Where the value of a field comes from. */
type Choice = 'kept' | 'merged' | 'sent';
const COLUMNS: readonly { which: Choice; label: string }[] = [
  { which: 'kept', label: 'Kept record' },
  { which: 'merged', label: 'Other record' },
  { which: 'sent', label: 'Sent by the hospital' },
];

interface MergePatientsProps {
  comparison: PatientComparison;
  /** Null if they could not be loaded. */
  colleagues: readonly Colleague[] | null;
  /** The organization's calendar day. */
  today: string;
  /** The request of a hospital that the merge decides. */
  requestId: string | undefined;
}

export function MergePatients({ comparison, colleagues, today, requestId }: MergePatientsProps) {
  const router = useRouter();
  const format = useFormat();
  const { patient: kept, other: merged, sent } = comparison;
  const values = (record: Patient, field: MergeField): string[] => {
    if (field === 'name') return [formatName(record.name)];
    const details = detailsOf(record, format);
    if (field === 'birth_date')
      return [`${details.birth_date}${record.birth_date_estimated ? ' (estimated)' : ''}`];
    return linesOf(details, field, wordsWith(clinicianOptions(colleagues, details.primary_clinician_id)));
  };
  const shown = (record: Patient, field: MergeField): string => values(record, field).join('\n');
  const sentFields = sent?.fields ?? [];
  /** Of the message, and shown like the value of the kept record, such as the type of a name. */
  const sentAlike = sentFields.filter((field) => shown(sent!.record, field) === shown(kept.record, field));
  const differences = MERGE_FIELDS.flatMap((field) => {
    const differing = comparison.differences.find((one) => one.field === field);
    const isSent = sentFields.includes(field) && !sentAlike.includes(field);
    const isLikeMerged = isSent && shown(sent!.record, field) === shown(merged.record, field);
    const choices: Choice[] = [
      'kept',
      ...(differing ? (['merged'] as const) : []),
      ...(isSent && !isLikeMerged ? (['sent'] as const) : []),
    ];
    const isEmpty =
      shown(kept.record, field) === NO_VALUE || (field === 'sex' && kept.record.sex === 'unknown');
    const usual = isSent ? (isLikeMerged ? 'merged' : 'sent') : isEmpty ? 'merged' : 'kept';
    return choices.length > 1
      ? [{ field, contradicts: differing?.contradicts ?? false, choices, usual, isLikeMerged }]
      : [];
  });
  const contradictions = differences.filter(({ contradicts }) => contradicts);
  const hasSent = differences.some(({ choices, isLikeMerged }) => choices.includes('sent') || isLikeMerged);
  const columns = COLUMNS.filter(({ which }) => which !== 'sent' || hasSent);
  const submission = useOnce();
  const { form, busy, pending, error } = useSubmit(
    async (data) => {
      const chosen = (which: Choice) => MERGE_FIELDS.filter((field) => data.get(`value-${field}`) === which);
      const take = chosen('merged');
      const merge = {
        merged_patient_id: merged.record.id,
        take,
        reason: FORM.read(data).reason ?? '',
      };
      const { id } = kept.record;
      if (requestId)
        await api.patientUpdates.applyPatientUpdate.mutate({
          id: requestId,
          patient_id: id,
          ...merge,
          apply: [...chosen('sent'), ...sentAlike.filter((field) => !take.includes(field))],
        });
      else await submission.send((options) => api.patients.mergePatients.mutate({ id, ...merge }, options));
    },
    () => {
      showToast({
        sentence: `${mergedSentence([named(merged.record), named(kept.record)])}${requestId ? ' The request is closed.' : ''}`,
        patientId: kept.record.id,
        undo: undoMerge(kept.record.id, merged.record.id, requestId),
      });
      router.push(`/patients/${kept.record.id}`);
      router.refresh();
    },
  );
  const choice = ({ field, choices, usual, isLikeMerged }: (typeof differences)[number], which: Choice) =>
    choices.includes(which) ? (
      <label className="target flex min-h-8 items-start gap-2.5">
        <input
          type="radio"
          name={`value-${field}`}
          value={which}
          defaultChecked={which === usual}
          className="mt-0.5 size-5 shrink-0 accent-accent"
        />
        <span className="min-w-0 wrap-anywhere">
          <Lines
            of={values({ kept: kept.record, merged: merged.record, sent: sent?.record }[which]!, field).map(
              (line) => (line === NO_VALUE ? 'None' : line),
            )}
          />
        </span>
      </label>
    ) : (
      <span className="text-ink-2">
        {which === 'merged'
          ? 'As in the kept record'
          : isLikeMerged
            ? 'As in the other record'
            : 'No other value'}
      </span>
    );
  return (
    <form method="post" {...form} className="max-w-4xl space-y-5">
      <ErrorSummary error={error} fields={FORM.places} />
      <div className="grid gap-3 md:grid-cols-2">
        <Record title="Kept" side={kept} today={today} className="border-accent bg-accent-tint" />
        <Record title="Merged into the kept record" side={merged} today={today} className="border-control" />
      </div>
      <p className="flex flex-wrap gap-x-5">
        <TextLink
          href={`/patients/${merged.record.id}/merge?with=${kept.record.id}${requestId ? `&request=${requestId}` : ''}`}
        >
          Keep the other record instead
        </TextLink>
        {requestId ? null : (
          <TextLink href={`/patients/${kept.record.id}/merge`}>Choose another record</TextLink>
        )}
      </p>
      {contradictions.length > 0 ? (
        <Notice kind="problem" word="These may be two people">
          {fieldsInSentence(contradictions.map(({ field }) => labelOf(field)))}{' '}
          {contradictions.length === 1 ? 'differs' : 'differ'}. Merge only if you are sure that both records
          are of the same patient.
        </Notice>
      ) : null}
      {hasSent ? (
        <Notice word="The values that the hospital sent are selected">
          Select another value if the message is wrong.
        </Notice>
      ) : null}
      {differences.length === 0 ? (
        <p>
          Both records have the same details{sent ? ', and the message of the hospital changes none' : ''}.
        </p>
      ) : (
        <DataTable
          caption="Details that differ: choose the values to keep"
          captionVisible
          columns={['Field', ...columns.map(({ label }) => label)]}
        >
          {differences.map((row) => (
            <Row key={row.field}>
              <RowHead>
                {labelOf(row.field)}
                {row.contradicts ? (
                  <span className="flex items-center gap-1 text-sm font-normal">
                    <Icon name="problem" className="size-4 shrink-0" /> Differs
                  </span>
                ) : null}
              </RowHead>
              {columns.map(({ which, label }) => (
                <Cell key={which} label={label}>
                  {choice(row, which)}
                </Cell>
              ))}
            </Row>
          ))}
        </DataTable>
      )}
      <TextArea {...FORM.controls(error).field('reason')} />
      <p className="max-w-prose">
        Results, orders and documents of the other record move to the kept one. Its MRN and identifiers will
        open the kept record. Connected systems are notified. You can undo the merge under Details.
        {requestId ? ' The request of the hospital will be closed.' : ''}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={busy}>
          {pending ? 'Merging' : 'Merge records'}
        </Button>
        <LinkButton
          href={requestId ? `/unmatched/patients/${requestId}` : `/patients/${kept.record.id}/details`}
          weight="secondary"
        >
          Cancel
        </LinkButton>
      </div>
    </form>
  );
}

/** `Name and birth date`: labels in the middle of a sentence are in lower case, except abbreviations. */
const fieldsInSentence = ([first = '', ...others]: readonly string[]): string =>
  list([first, ...others.map((label) => (/^[A-Z]{2}/.test(label) ? label : label.toLowerCase()))]);

interface RecordProps {
  title: string;
  side: Side;
  today: string;
  className: string;
}

function Record({ title, side: { record, counts }, today, className }: RecordProps) {
  const parts = [
    count(counts.lab_results, 'result'),
    count(counts.lab_orders, 'order'),
    count(counts.documents, 'document'),
    ...(counts.drafts > 0 ? [count(counts.drafts, 'unsaved draft')] : []),
    ...(counts.held_messages > 0
      ? [count(counts.held_messages, 'message to review', 'messages to review')]
      : []),
  ];
  return (
    <section aria-label={`${title}: ${formatShortName(record.name)}`} className={`border-2 p-3 ${className}`}>
      <p className="text-sm text-ink-2">{title}</p>
      <MicroIdentity patient={record} today={today} />
      <p className="mt-1 text-sm">{parts.join(', ')}</p>
    </section>
  );
}
