'use client';
/** What an erasure removes, its legal basis, and the confirmation by the typed MRN. Open orders prevent it. */
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useFormat } from '#format';
import { ERASURE_GROUNDS, type ErasureGround } from '@/server/data-types/erasure-codes';
import type { ErasurePreview } from '@/server/domain/erasures/contract';
import { GROUND_WORDS, MOST_REASON, MOST_REFERENCE } from '@/server/domain/erasures/rules';
import { api } from '../../client/client';
import { defineFields } from '../../client/form-fields';
import { useSubmit } from '../../client/use-submit';
import { formatDate } from '../../format/dates';
import { formatShortName } from '../../format/names';
import { count } from '../../format/numbers';
import { Button } from '../../ui/button';
import { CheckboxList } from '../../ui/checkbox-list';
import type { Problem } from '../../ui/error-message';
import { ErrorSummary } from '../../ui/error-summary';
import { Fact } from '../../ui/facts';
import { LinkButton } from '../../ui/link-button';
import { Notice } from '../../ui/notice';
import { TextArea, TextField } from '../../ui/text-field';
import { TextLink } from '../../ui/text-link';
import { showToast } from '../../ui/toast';

const FORM = defineFields({
  ground: { pointer: '/ground', label: 'Legal basis' },
  reference: {
    pointer: '/reference',
    label: 'Reference',
    hint: 'File number of the order or request.',
    maxLength: MOST_REFERENCE,
    className: 'max-w-md',
  },
  reason: {
    pointer: '/reason',
    label: 'Reason',
    hint: 'It stays on the certificate: do not name the patient.',
    maxLength: MOST_REASON,
    rows: 2,
    required: true,
  },
  mrn: {
    pointer: '/mrn',
    label: 'MRN',
    hint: 'Enter the MRN of the patient to confirm.',
    autoComplete: 'off',
    spellCheck: false,
    required: true,
    className: 'max-w-md',
  },
});

const toOrders = ({ patient_id: id, deleted, open_orders: open }: ErasurePreview) =>
  deleted ? (
    count(open, 'open order')
  ) : (
    <TextLink href={`/patients/${id}/orders`}>{count(open, 'open order')}</TextLink>
  );

export function ErasePatient({ preview }: { preview: ErasurePreview }) {
  const format = useFormat();
  return (
    <div className="max-w-3xl space-y-6">
      <dl className="border-t-2 border-ink *:grid *:gap-x-4 *:border-b *:border-line *:py-1.5 sm:*:grid-cols-[16rem_1fr]">
        <Fact label="Patient">
          <bdi className="font-semibold">{formatShortName(preview.name)}</bdi>, born{' '}
          {formatDate(preview.birth_date)}, MRN <bdi>{preview.mrn}</bdi>
          {preview.deleted ? ' (deleted)' : ''}
        </Fact>
        {preview.merged_records > 0 ? <Fact label="Merged records">{preview.merged_records}</Fact> : null}
        <Fact label="Chart">
          {count(preview.lab_results, 'result')}, {count(preview.lab_orders, 'order')},{' '}
          {count(preview.documents, 'document')}
        </Fact>
        <Fact label="Last activity">{format.instant(preview.last_activity_at)}</Fact>
        <Fact label="Retention period">
          {count(preview.retention_years, 'year')}, {preview.retention_ended ? 'ended' : 'ends'}{' '}
          {format.instant(preview.retention_ends_at)}
        </Fact>
      </dl>
      {preview.open_orders > 0 ? (
        <Notice kind="problem" word="Open orders">
          Complete or cancel {toOrders(preview)} first.
        </Notice>
      ) : (
        <EraseForm preview={preview} />
      )}
    </div>
  );
}

/** The legal basis stays on the certificate, so none is preselected. The likely one is first. */
const groundsOf = ({ retention_ended: ended }: ErasurePreview): readonly ErasureGround[] =>
  ended ? ERASURE_GROUNDS : ERASURE_GROUNDS.toReversed();

const isGround = (value: string): value is ErasureGround =>
  ERASURE_GROUNDS.some((ground) => ground === value);

async function erase(patient: ErasurePreview, ground: ErasureGround | null, data: FormData) {
  const { reference, reason, mrn } = FORM.read(data);
  const needsReference = ground !== null && ground !== 'retention';
  const isWrong = Boolean(mrn) && mrn?.trim() !== patient.mrn;
  if (!ground || (needsReference && !reference) || !reason || !mrn || isWrong) {
    const required = (pointer: string, message: string) => ({ pointer, code: 'required', message });
    const errors = [
      ...(ground ? [] : [required('/ground', 'Select the legal basis.')]),
      ...(needsReference && !reference ? [required('/reference', 'Enter a reference.')] : []),
      ...(reason ? [] : [required('/reason', 'Enter a reason.')]),
      ...(mrn ? [] : [required('/mrn', 'Enter the MRN.')]),
      ...(isWrong
        ? [{ pointer: '/mrn', code: 'not_allowed', message: 'MRN does not match this patient.' }]
        : []),
    ];
    throw { code: 'validation_failed', errors } satisfies Problem;
  }
  return api.erasures.erasePatient.mutate({
    id: patient.patient_id,
    mrn,
    ground,
    reason,
    reference: needsReference ? reference : null,
  });
}

function EraseForm({ preview }: { preview: ErasurePreview }) {
  const router = useRouter();
  const [ground, setGround] = useState<ErasureGround | null>(null);
  const { form, busy, pending, error } = useSubmit(
    (data) => erase(preview, ground, data),
    ({ id }) => {
      showToast('Patient erased.');
      router.push(`/admin/erasures/${id}`);
      router.refresh();
    },
  );
  const { field, group } = FORM.controls(error);
  return (
    <form
      method="post"
      {...form}
      onChange={({ target }) => {
        const chosen: EventTarget = target;
        if (chosen instanceof HTMLInputElement && chosen.name === 'ground' && isGround(chosen.value))
          setGround(chosen.value);
      }}
      className="space-y-6"
    >
      <ErrorSummary error={error} fields={FORM.places} />
      <Notice kind="problem" word="This cannot be undone">
        All versions, files, messages and drafts of the patient are removed.{' '}
        {preview.deleted ? (
          'Export the chart'
        ) : (
          <TextLink href={`/patients/${preview.patient_id}/export`}>Export the chart</TextLink>
        )}{' '}
        first if the patient needs a copy. Connected systems are notified. Backups contain the data until they
        expire.
      </Notice>
      <CheckboxList
        {...group('ground')}
        kind="radio"
        options={groundsOf(preview).map((value) => ({
          value,
          label: GROUND_WORDS[value],
          ...(value === 'retention' && !preview.retention_ended
            ? { detail: 'The retention period has not ended yet.' }
            : {}),
        }))}
      />
      {ground === null || ground === 'retention' ? null : <TextField {...field('reference')} required />}
      <TextArea {...field('reason')} />
      <TextField {...field('mrn')} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={busy}>
          {pending ? 'Erasing' : 'Erase patient'}
        </Button>
        <LinkButton
          href={preview.deleted ? '/admin/deleted-patients' : `/patients/${preview.patient_id}/details`}
          weight="secondary"
        >
          Cancel
        </LinkButton>
      </div>
    </form>
  );
}
