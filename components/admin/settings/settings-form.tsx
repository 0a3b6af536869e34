'use client';
import type { OrganizationSettings } from '@/server/domain/organizations/contract';
import {
  ACCENT_COLORS,
  PAPER_SIZES,
  type AccentColor,
  type PaperSize,
} from '@/server/data-types/organization-codes';
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
    label: 'Time until escalation (minutes)',
    hint: `Then unsigned critical results go to all clinicians. ${CRITICAL_MINUTES.least} to ${CRITICAL_MINUTES.most}. Applies to new results.`,
    inputMode: 'numeric',
    required: true,
    className: 'setting-row',
  },
  'critical-alarm': {
    pointer: '/critical_alarm_minutes',
    label: 'Time until administrators are notified (minutes)',
    hint: `For unsigned critical results. ${CRITICAL_ALARM_MINUTES.least} to ${CRITICAL_ALARM_MINUTES.most}, at least the time until escalation.`,
    inputMode: 'numeric',
    required: true,
    className: 'setting-row',
  },
  'time-zone': {
    pointer: '/time_zone',
    label: 'Time zone',
    hint: 'For all times in the portal, in filters and on printouts. Stored times do not change.',
    required: true,
    className: 'setting-row',
  },
  paper: {
    pointer: '/paper_size',
    label: 'Paper size',
    hint: 'For everything printed from the portal.',
    required: true,
    className: 'setting-row',
  },
  accent: {
    pointer: '/accent_color',
    label: 'Accent color',
    hint: 'For links, buttons and the current page. Result colors do not change.',
    required: true,
    className: 'setting-row',
  },
  titles: {
    pointer: '/hide_names',
    label: 'Browser tab titles',
    hint: 'Shown in tabs, the window list and the browser history.',
  },
});

const PAPER_WORDS: Record<PaperSize, string> = {
  a4: 'A4 (210 × 297 mm)',
  letter: 'US Letter (8.5 × 11 in)',
};
const ACCENT_WORDS: Record<AccentColor, string> = {
  teal: 'Teal',
  indigo: 'Indigo',
  green: 'Green',
  violet: 'Violet',
  slate: 'Slate',
};

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
      paper_size: PAPER_SIZES.find((size) => size === typed.paper),
      accent_color: ACCENT_COLORS.find((color) => color === typed.accent),
    };
  });
  const { field, group } = FIELDS.controls(error);
  return (
    <form method="post" {...form} className="max-w-3xl space-y-6 sm:space-y-4">
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
      <SelectField
        key={`paper ${settings.paper_size}`}
        {...field('paper')}
        options={PAPER_SIZES.map((value) => ({ value, label: PAPER_WORDS[value] }))}
        defaultValue={settings.paper_size}
      />
      <SelectField
        key={`accent ${settings.accent_color}`}
        {...field('accent')}
        options={ACCENT_COLORS.map((value) => ({ value, label: ACCENT_WORDS[value] }))}
        defaultValue={settings.accent_color}
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
        {pending ? 'Saving' : 'Save general settings'}
      </Button>
    </form>
  );
}
