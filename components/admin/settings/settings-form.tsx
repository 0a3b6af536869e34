'use client';
/** A shorter retention removes data, so it is confirmed with the number of rows. */
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { ExpiredData, OrganizationSettings } from '@/server/domain/organizations/contract';
import { ACCENT_COLORS, PAPER_SIZES } from '@/server/data-types/organization-codes';
import { MOST_COUNTED } from '@/server/domain/organizations/rules';
import { api } from '../../client/client';
import { wholeNumber } from '../../client/form-values';
import { UnsavedGuard } from '../../client/drafts/unsaved-guard';
import { useSubmit } from '../../client/use-submit';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { ErrorSummary } from '../../ui/error-summary';
import { SectionHeading } from '../../ui/page-heading';
import type { Option } from '../../ui/select-field';
import { TextField } from '../../ui/text-field';
import { showToast } from '../../ui/toast';
import { CriticalFields, GeneralFields } from './general-fields';
import { count } from '../../format/numbers';
import { SETTINGS } from './settings-words';
import { PERIODS, REMOVED, settingsFields } from './settings-fields';

interface SettingsFormProps {
  settings: OrganizationSettings;
  /** Offered by the server: browsers use other names. */
  zones: readonly Option[];
}

function read(data: FormData, settings: OrganizationSettings) {
  const typed = settingsFields.read(data);
  return {
    general: {
      critical_minutes: wholeNumber(typed.critical),
      critical_alarm_minutes: wholeNumber(typed['critical-alarm']),
      hide_names: typed.titles === 'hidden',
      time_zone: typed['time-zone'] ?? settings.time_zone,
      paper_size: PAPER_SIZES.find((size) => size === typed.paper),
      accent_color: ACCENT_COLORS.find((color) => color === typed.accent),
      chart_retention_years: wholeNumber(typed.charts),
    },
    periods: {
      inbound_message_months: wholeNumber(typed.received),
      outbound_message_months: wholeNumber(typed.sent),
      event_days: wholeNumber(typed.events),
      delivery_days: wholeNumber(typed.deliveries),
      security_event_months: wholeNumber(typed.security),
      audit_retention_years: wholeNumber(typed.audit),
    },
  };
}

type Wanted = ReturnType<typeof read>;

const save = ({ general, periods }: Wanted) =>
  api.organizations.updateOrganizationSettings.mutate({ ...general, ...periods });

export function SettingsForm({ settings, zones }: SettingsFormProps) {
  const router = useRouter();
  const [question, setQuestion] = useState<{ wanted: Wanted; counted: ExpiredData } | null>(null);
  const [changed, setChanged] = useState(false);
  const saved = () => {
    setChanged(false);
    setQuestion(null);
    showToast('Settings saved.');
    router.refresh();
  };
  const shortenedBy = ({ periods }: Wanted) => PERIODS.filter((period) => periods[period] < settings[period]);
  const { form, busy, pending, error } = useSubmit(
    async (data) => {
      const wanted = read(data, settings);
      if (shortenedBy(wanted).length === 0) return save(wanted);
      const { general, periods } = wanted;
      return { wanted, counted: await api.organizations.countExpiredData.query({ ...general, ...periods }) };
    },
    (answer) => ('counted' in answer ? setQuestion(answer) : saved()),
  );
  const confirmation = useSubmit(() => save(question!.wanted), saved);
  const controls = settingsFields.controls(error);
  const { field } = controls;
  return (
    <>
      <UnsavedGuard active={changed} stay="Cancel" leave="Leave page" />
      <form method="post" {...form} onChange={() => setChanged(true)}>
        <ErrorSummary error={error} fields={settingsFields.places} />
        <div className="grid gap-x-16 gap-y-10 xl:grid-cols-2">
          <div className="max-w-3xl space-y-10">
            <section aria-labelledby="critical-results" className="space-y-6 sm:space-y-4">
              <SectionHeading id="critical-results" title="Critical results" />
              <CriticalFields settings={settings} controls={controls} />
            </section>
            <section aria-labelledby="general" className="space-y-6 sm:space-y-4">
              <SectionHeading id="general" title="Display and printing" />
              <GeneralFields settings={settings} zones={zones} controls={controls} />
            </section>
          </div>
          <section aria-labelledby="kept" className="max-w-3xl space-y-6 sm:space-y-4">
            <div>
              <SectionHeading id="kept" title="Data retention" />
              <p className="text-ink-2">Data is removed automatically when its period ends, except charts.</p>
            </div>
            <TextField {...field('charts')} defaultValue={settings.chart_retention_years} />
            <TextField {...field('received')} defaultValue={settings.inbound_message_months} />
            <TextField {...field('sent')} defaultValue={settings.outbound_message_months} />
            <TextField {...field('events')} defaultValue={settings.event_days} />
            <TextField {...field('deliveries')} defaultValue={settings.delivery_days} />
            <TextField {...field('security')} defaultValue={settings.security_event_months} />
            <TextField {...field('audit')} defaultValue={settings.audit_retention_years} />
          </section>
        </div>
        {/* Not disabled while pending: the dialog returns focus to it. */}
        <div className="mt-8 border-t border-line pt-4">
          <Button type="submit" disabled={busy && !pending} aria-disabled={pending || undefined}>
            {pending ? 'Saving' : 'Save settings'}
          </Button>
        </div>
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
                {label}, {settings[period]} → {count(question!.wanted.periods[period], SETTINGS[period].unit)}
                : {shownCount(question!.counted[counted])}
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
