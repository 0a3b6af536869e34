'use client';
/** A shorter retention removes data, so it is confirmed with the number of rows. */
import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import type { ExpiredData, OrganizationSettings } from '@/server/domain/organizations/contract';
import { ACCENT_COLORS, PAPER_SIZES } from '@/server/data-types/organization-codes';
import { MOST_COUNTED } from '@/server/domain/organizations/rules';
import { api } from '../../client/client';
import { wholeNumber } from '../../client/form-values';
import { SharedErrors } from '../../client/shared-errors';
import { asOutdated, changesFrom, useSharedForm } from '../../client/shared-form';
import { UnsavedGuard } from '../../client/drafts/unsaved-guard';
import { useSubmit } from '../../client/use-submit';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { SectionHeading } from '../../ui/page-heading';
import type { Option } from '../../ui/select-field';
import { TextField } from '../../ui/text-field';
import { showToast } from '../../ui/toast';
import { CriticalFields, GeneralFields } from './general-fields';
import { count } from '../../format/numbers';
import { SETTINGS, storedSettings } from './settings-words';
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
      paper_size: PAPER_SIZES.find((size) => size === typed.paper) ?? settings.paper_size,
      accent_color: ACCENT_COLORS.find((color) => color === typed.accent) ?? settings.accent_color,
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

const STORED = storedSettings(settingsFields.places);

export function SettingsForm({ settings, zones }: SettingsFormProps) {
  const router = useRouter();
  const formElement = useRef<HTMLFormElement>(null);
  const shared = useSharedForm(settings, {
    read: () => {
      const { general, periods } = read(new FormData(formElement.current!), settings);
      return { ...general, ...periods };
    },
    load: () => api.organizations.getOrganizationSettings.query({}),
  });
  const { base, values, round } = shared;
  const save = ({ general, periods }: Wanted) =>
    api.organizations.updateOrganizationSettings.mutate(changesFrom(base, { ...general, ...periods }));
  const [question, setQuestion] = useState<{ wanted: Wanted; counted: ExpiredData } | null>(null);
  const [changed, setChanged] = useState(false);
  const saved = (now: OrganizationSettings) => {
    shared.saved(now);
    setChanged(false);
    setQuestion(null);
    showToast('Settings saved.');
    router.refresh();
  };
  const shortenedBy = ({ periods }: Wanted) => PERIODS.filter((period) => periods[period] < base[period]);
  const { form, busy, pending, error, setError } = useSubmit(
    async (data) => {
      const wanted = read(data, base);
      if (shortenedBy(wanted).length === 0) return save(wanted);
      const { general, periods } = wanted;
      return { wanted, counted: await api.organizations.countExpiredData.query({ ...general, ...periods }) };
    },
    (answer) => ('counted' in answer ? setQuestion(answer) : saved(answer)),
  );
  const confirmation = useSubmit(
    () => save(question!.wanted).catch(asOutdated),
    (answer) => {
      if (!('sentence' in answer)) return saved(answer);
      setQuestion(null);
      setError(answer);
    },
  );
  const controls = settingsFields.controls(error);
  const { field } = controls;
  return (
    <>
      <UnsavedGuard active={changed} />
      <form ref={formElement} method="post" {...form} onChange={() => setChanged(true)}>
        <SharedErrors
          shared={shared}
          error={error}
          clear={() => setError(null)}
          fields={settingsFields.places}
          words={STORED}
        />
        <div key={round} className="grid gap-x-16 gap-y-10 xl:grid-cols-2">
          <div className="max-w-3xl space-y-10">
            <section aria-labelledby="critical-results" className="space-y-6 sm:space-y-4">
              <SectionHeading id="critical-results" title="Critical results" />
              <CriticalFields settings={values} controls={controls} />
            </section>
            <section aria-labelledby="general" className="space-y-6 sm:space-y-4">
              <SectionHeading id="general" title="Display and printing" />
              <GeneralFields settings={values} zones={zones} controls={controls} />
            </section>
          </div>
          <section aria-labelledby="kept" className="max-w-3xl space-y-6 sm:space-y-4">
            <div>
              <SectionHeading id="kept" title="Data retention" />
              <p className="text-ink-2">Data is removed automatically when its period ends, except charts.</p>
            </div>
            <TextField {...field('charts')} defaultValue={values.chart_retention_years} />
            <TextField {...field('received')} defaultValue={values.inbound_message_months} />
            <TextField {...field('sent')} defaultValue={values.outbound_message_months} />
            <TextField {...field('events')} defaultValue={values.event_days} />
            <TextField {...field('deliveries')} defaultValue={values.delivery_days} />
            <TextField {...field('security')} defaultValue={values.security_event_months} />
            <TextField {...field('audit')} defaultValue={values.audit_retention_years} />
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
                {label}, {base[period]} → {count(question!.wanted.periods[period], SETTINGS[period].unit)}:{' '}
                {shownCount(question!.counted[counted])}
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
