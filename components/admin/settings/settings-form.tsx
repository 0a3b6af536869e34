'use client';
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
    label: 'Escalate unsigned critical results to all clinicians after (minutes)',
    hint: `${CRITICAL_MINUTES.least} to ${CRITICAL_MINUTES.most}. Applies to new results.`,
    inputMode: 'numeric',
    required: true,
    className: 'max-w-md',
  },
  'critical-alarm': {
    pointer: '/critical_alarm_minutes',
    label: 'Warn administrators after (minutes)',
    hint: `${CRITICAL_ALARM_MINUTES.least} to ${CRITICAL_ALARM_MINUTES.most}, not before the escalation`,
    inputMode: 'numeric',
    required: true,
    className: 'max-w-md',
  },
  'time-zone': {
    pointer: '/time_zone',
    label: 'Time zone',
    hint: 'For all times in the portal, in filters and on printouts. Stored times do not change.',
    required: true,
    className: 'max-w-md',
  },
  titles: {
    pointer: '/hide_names',
    label: 'Browser tab titles',
    hint: 'Shown in tabs, the window list and the browser history.',
  },
});

interface SettingsFormProps {
  settings: OrganizationSettings;
  /** Offered by the server: browsers use other names. */
  zones: readonly Option[];
}

export function SettingsForm({ settings, zones }: SettingsFormProps) {
  const { form, busy, pending, error } = useSaveSettings((data) => {
    const typed = FIELDS.read(data);
    return {
      critical_minutes: wholeNumber(typed.critical),
      critical_alarm_minutes: wholeNumber(typed['critical-alarm']),
      hide_names: typed.titles === 'hidden',
      time_zone: typed['time-zone'] ?? settings.time_zone,
    };
  });
  const { field, group } = FIELDS.controls(error);
  return (
    <form method="post" {...form} className="max-w-3xl space-y-6">
      <ErrorSummary error={error} fields={FIELDS.places} />
      <TextField {...field('critical')} defaultValue={settings.critical_minutes} />
      <TextField {...field('critical-alarm')} defaultValue={settings.critical_alarm_minutes} />
      <SelectField
        // After a change the list shows the stored value.
        key={settings.time_zone}
        {...field('time-zone')}
        options={zones}
        defaultValue={settings.time_zone}
      />
      <CheckboxList
        {...group('titles')}
        kind="radio"
        options={[
          {
            value: 'named',
            label: 'With patient name',
            detail: 'Helps to distinguish open charts.',
            checked: !settings.hide_names,
          },
          {
            value: 'hidden',
            label: 'Without patient name',
            detail: 'For screens that others can see. Pages still show the name.',
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
