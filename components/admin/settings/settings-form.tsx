'use client';
/** What an organization decides about critical results, about its clocks, and about names on screens that others can see. */
import type { OrganizationSettings } from '@/server/domain/organizations/contract';
import { CRITICAL_ALARM_MINUTES, CRITICAL_MINUTES } from '@/server/domain/organizations/rules';
import { defineFields } from '../../client/form-fields';
import { wholeNumber } from '../../client/form-values';
import { Button } from '../../ui/button';
import { CheckboxList } from '../../ui/checkbox-list';
import { ErrorSummary } from '../../ui/error-summary';
import { SelectField, type Option } from '../../ui/select-field';
import { TextField } from '../../ui/text-field';
import { useSaveSettings } from './use-save-settings';

const FIELDS = defineFields({
  critical: {
    pointer: '/critical_minutes',
    label: 'Minutes until everybody is told of a critical result that nobody has signed',
    hint: `${CRITICAL_MINUTES.least} to ${CRITICAL_MINUTES.most}; it is then in the inbox of everybody who signs. Holds for results from now on.`,
    inputMode: 'numeric',
    required: true,
    className: 'max-w-md',
  },
  'critical-alarm': {
    pointer: '/critical_alarm_minutes',
    label: 'Minutes until administrators are warned on every page',
    hint: `${CRITICAL_ALARM_MINUTES.least} to ${CRITICAL_ALARM_MINUTES.most}, and not sooner than the others are told`,
    inputMode: 'numeric',
    required: true,
    className: 'max-w-md',
  },
  'time-zone': {
    pointer: '/time_zone',
    label: 'Time zone',
    hint: 'Every time in the portal and on paper is shown in it from the next page on, and days in filters are its days. Nothing that is stored changes; each lab connection has a zone of its own.',
    required: true,
    className: 'max-w-md',
  },
});

interface SettingsFormProps {
  settings: OrganizationSettings;
  /** What the server knows: browsers know other names. */
  zones: readonly Option[];
}

export function SettingsForm({ settings, zones }: SettingsFormProps) {
  const { form, busy, pending, error } = useSaveSettings((data) => {
    const typed = FIELDS.read(data);
    return {
      critical_minutes: wholeNumber(typed.critical),
      critical_alarm_minutes: wholeNumber(typed['critical-alarm']),
      hide_names: data.get('titles') === 'hidden',
      time_zone: typed['time-zone'] ?? settings.time_zone,
    };
  });
  const { field } = FIELDS.controls(error);
  return (
    <form method="post" {...form} className="max-w-3xl space-y-6" noValidate>
      <ErrorSummary error={error} fields={FIELDS.places} />
      <TextField {...field('critical')} defaultValue={settings.critical_minutes} />
      <TextField {...field('critical-alarm')} defaultValue={settings.critical_alarm_minutes} />
      <SelectField
        // The list is what the page brings; after a change it shows what is stored.
        key={settings.time_zone}
        {...field('time-zone')}
        options={zones}
        defaultValue={settings.time_zone}
      />
      <CheckboxList
        id="titles"
        name="titles"
        legend="Titles of browser tabs"
        hint="Tabs, the list of open windows and the history of the browser show them."
        kind="radio"
        options={[
          {
            value: 'named',
            label: 'With the patient’s name',
            detail: 'Two open charts are told apart.',
            checked: !settings.hide_names,
          },
          {
            value: 'hidden',
            label: 'Without names',
            detail: 'For rooms in which others see the screen. The page itself shows the patient as before.',
            checked: settings.hide_names,
          },
        ]}
      />
      <Button type="submit" disabled={busy}>
        {pending ? 'Saving' : 'Save'}
      </Button>
    </form>
  );
}
