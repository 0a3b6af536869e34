'use client';
/** Asks why a restricted chart is opened. */
import { useRouter } from 'next/navigation';
import type { MouseEvent } from 'react';
import { ACCESS_REASONS } from '@/server/data-types/restriction-codes';
import { ACCESS_HOURS, MOST_NOTE, REASON_WORDS } from '@/server/domain/restricted-charts/rules';
import { api } from '../client/client';
import { defineFields } from '../client/form-fields';
import { useSubmit } from '../client/use-submit';
import { Button } from '../ui/button';
import { CheckboxList } from '../ui/checkbox-list';
import { ErrorSummary } from '../ui/error-summary';
import { LinkButton } from '../ui/link-button';
import { TextArea } from '../ui/text-field';

const FORM = defineFields({
  reason: { pointer: '/reason', label: 'Reason' },
  note: {
    pointer: '/note',
    label: 'Note',
    hint: 'Administrators read it. One sentence is enough.',
    maxLength: MOST_NOTE,
    rows: 2,
    required: true,
  },
});

export function OpenChartForm({ patientId, next }: { patientId: string; next: string }) {
  const router = useRouter();
  const { form, busy, pending, error } = useSubmit(
    (data) =>
      api.restrictedCharts.openRestrictedChart.mutate({
        id: patientId,
        // The server names the fields that are empty.
        reason: (data.get('reason') ?? undefined) as (typeof ACCESS_REASONS)[number],
        note: (FORM.read(data).note ?? undefined) as string,
      }),
    () => {
      router.replace(next);
      router.refresh();
    },
  );
  const { field, group } = FORM.controls(error);
  /** To the page that led here; a new tab has none. */
  function goBack(event: MouseEvent) {
    if (history.length === 1 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    router.back();
  }
  return (
    <form method="post" {...form} className="max-w-xl space-y-5">
      <ErrorSummary error={error} fields={FORM.places} />
      <CheckboxList
        {...group('reason')}
        kind="radio"
        options={ACCESS_REASONS.map((value) => ({ value, label: REASON_WORDS[value] }))}
      />
      <TextArea {...field('note')} />
      <p className="text-sm text-ink-2">
        The chart stays open for you for {ACCESS_HOURS} hours. Administrators are notified, and everything you
        open in it is in the audit log.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={busy}>
          {pending ? 'Opening' : 'Open chart'}
        </Button>
        <LinkButton href="/patients" weight="secondary" onClick={goBack}>
          Cancel
        </LinkButton>
      </div>
    </form>
  );
}
