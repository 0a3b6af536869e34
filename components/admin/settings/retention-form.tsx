'use client';
/** How long data is kept. A shorter period removes data, so it is confirmed with the number of rows. */
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type {
  CountExpiredDataInput,
  ExpiredData,
  OrganizationSettings,
} from '@/server/domain/organizations/contract';
import {
  AUDIT_YEARS,
  DELIVERY_DAYS,
  EVENT_DAYS,
  MESSAGE_MONTHS,
  MOST_COUNTED,
  RETENTION_YEARS,
  SECURITY_EVENT_MONTHS,
} from '@/server/domain/organizations/rules';
import { api } from '../../client/client';
import { defineFields } from '../../client/form-fields';
import { wholeNumber } from '../../client/form-values';
import { useSubmit } from '../../client/use-submit';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { ErrorSummary } from '../../ui/error-summary';
import { TextField } from '../../ui/text-field';
import { showToast } from '../../ui/toast';

const number = { inputMode: 'numeric', required: true, className: 'setting-row' } as const;
const FIELDS = defineFields({
  charts: {
    ...number,
    pointer: '/chart_retention_years',
    label: 'Retention of charts (years)',
    hint: `${RETENTION_YEARS.least} to ${RETENTION_YEARS.most}, after the last activity. Charts are not erased automatically. Earlier erasure requires a legal order.`,
  },
  received: {
    ...number,
    pointer: '/inbound_message_months',
    label: 'Content of received messages (months)',
    hint: `${MESSAGE_MONTHS.least} to ${MESSAGE_MONTHS.most}. Messages that need a decision are kept. Results and documents in charts stay.`,
  },
  sent: {
    ...number,
    pointer: '/outbound_message_months',
    label: 'Content of sent messages (months)',
    hint: `${MESSAGE_MONTHS.least} to ${MESSAGE_MONTHS.most}. Messages of unanswered orders are kept.`,
  },
  events: {
    ...number,
    pointer: '/event_days',
    label: 'Events (days)',
    hint: `${EVENT_DAYS.least} to ${EVENT_DAYS.most.toLocaleString('en')}. Connected systems must catch up within this time.`,
  },
  deliveries: {
    ...number,
    pointer: '/delivery_days',
    label: 'Webhook deliveries (days)',
    hint: `${DELIVERY_DAYS.least} to ${DELIVERY_DAYS.most.toLocaleString('en')}, not longer than events.`,
  },
  security: {
    ...number,
    pointer: '/security_event_months',
    label: 'Security events (months)',
    hint: `${SECURITY_EVENT_MONTHS.least} to ${SECURITY_EVENT_MONTHS.most}.`,
  },
  audit: {
    ...number,
    pointer: '/audit_retention_years',
    label: 'Audit log (years)',
    hint: `${AUDIT_YEARS.least} to ${AUDIT_YEARS.most}. Check your local law first.`,
  },
});

/** Each period with what it removes. */
const REMOVED = {
  inbound_message_months: ['inbound_messages', 'Received messages'],
  outbound_message_months: ['outbound_messages', 'Sent messages'],
  event_days: ['events', 'Events'],
  delivery_days: ['deliveries', 'Webhook deliveries'],
  security_event_months: ['security_events', 'Security events'],
  audit_retention_years: ['audit_rows', 'Audit entries, once archived'],
} as const satisfies Record<keyof CountExpiredDataInput, readonly [keyof ExpiredData, string]>;
type Period = keyof typeof REMOVED;
const PERIODS = Object.keys(REMOVED) as Period[];

type Wanted = CountExpiredDataInput & Pick<OrganizationSettings, 'chart_retention_years'>;

function read(data: FormData): Wanted {
  const typed = FIELDS.read(data);
  return {
    chart_retention_years: wholeNumber(typed.charts),
    inbound_message_months: wholeNumber(typed.received),
    outbound_message_months: wholeNumber(typed.sent),
    event_days: wholeNumber(typed.events),
    delivery_days: wholeNumber(typed.deliveries),
    security_event_months: wholeNumber(typed.security),
    audit_retention_years: wholeNumber(typed.audit),
  };
}

export function RetentionForm({ settings }: { settings: OrganizationSettings }) {
  const router = useRouter();
  const [question, setQuestion] = useState<{ wanted: Wanted; counted: ExpiredData } | null>(null);
  const save = (wanted: Wanted) => api.organizations.updateOrganizationSettings.mutate(wanted);
  const saved = () => {
    setQuestion(null);
    showToast('Settings saved.');
    router.refresh();
  };
  const shortenedBy = (wanted: Wanted) => PERIODS.filter((period) => wanted[period] < settings[period]);
  const { form, busy, pending, error } = useSubmit(
    async (data) => {
      const wanted = read(data);
      if (shortenedBy(wanted).length === 0) return save(wanted);
      const { chart_retention_years: _charts, ...periods } = wanted;
      return { wanted, counted: await api.organizations.countExpiredData.query(periods) };
    },
    (answer) => ('counted' in answer ? setQuestion(answer) : saved()),
  );
  const confirmation = useSubmit(() => save(question!.wanted), saved);
  const { field } = FIELDS.controls(error);
  return (
    <>
      <form method="post" {...form} className="space-y-6 sm:space-y-4">
        <ErrorSummary error={error} fields={FIELDS.places} />
        <TextField {...field('charts')} defaultValue={settings.chart_retention_years} />
        <TextField {...field('received')} defaultValue={settings.inbound_message_months} />
        <TextField {...field('sent')} defaultValue={settings.outbound_message_months} />
        <TextField {...field('events')} defaultValue={settings.event_days} />
        <TextField {...field('deliveries')} defaultValue={settings.delivery_days} />
        <TextField {...field('security')} defaultValue={settings.security_event_months} />
        <TextField {...field('audit')} defaultValue={settings.audit_retention_years} />
        {/* Not disabled while pending: the dialog returns focus to it. */}
        <Button type="submit" disabled={busy && !pending} aria-disabled={pending || undefined}>
          {pending ? 'Saving' : 'Save retention'}
        </Button>
      </form>
      <Dialog
        open={question !== null}
        onClose={() => setQuestion(null)}
        stay={confirmation.pending}
        title="Shorten retention?"
        onSubmit={confirmation.form.onSubmit}
        actions={
          <>
            <Button type="submit" aria-disabled={confirmation.pending || undefined}>
              Shorten
            </Button>
            <Button weight="secondary" data-first-focus onClick={() => setQuestion(null)}>
              Cancel
            </Button>
          </>
        }
      >
        <p>Data older than the new periods will be removed. This cannot be undone.</p>
        <ul className="mt-2 list-disc pl-5">
          {(question ? shortenedBy(question.wanted) : []).map((period) => {
            const [counted, label] = REMOVED[period];
            return (
              <li key={period}>
                {label}: {shownCount(question!.counted[counted])}
              </li>
            );
          })}
        </ul>
        <p role="alert" className="mt-2 font-semibold text-error empty:hidden">
          {confirmation.error?.sentence}
        </p>
      </Dialog>
    </>
  );
}

const shownCount = (found: number): string =>
  found >= MOST_COUNTED ? `${MOST_COUNTED} or more` : found === 0 ? 'none yet' : String(found);
