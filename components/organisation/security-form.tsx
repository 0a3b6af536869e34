'use client';
/** What an organisation asks of those who sign in, and how long sessions and keys live. */
import type { OrganisationSettings, UpdateSettingsInput } from '@/server/domain/organisations/contract';
import { IDLE_MINUTES, KEY_DAYS } from '@/server/domain/organisations/rules';
import { valueOf, wholeNumber } from '../api/form-values';
import { Button } from '../ui/button';
import { CheckboxList } from '../ui/checkbox-list';
import { ErrorSummary, type FieldPlace } from '../ui/error-summary';
import { TextField } from '../ui/text-field';
import { useSaveSettings } from './use-save-settings';

const RULES = [
  { value: 'optional', label: 'Optional', detail: 'Everybody decides for themselves.' },
  { value: 'admins', label: 'For administrators', detail: 'They manage people, keys and these settings.' },
  {
    value: 'everyone',
    label: 'For everyone',
    detail: 'Nobody sees patient data without one. People without one add it at their next sign-in.',
  },
] as const;

const FIELDS: readonly FieldPlace[] = [
  ['/second_factor', 'second-factor', 'Second factor'],
  ['/idle_minutes', 'idle', 'Minutes'],
  ['/key_max_days', 'key-days', 'Days'],
];

export function SecurityForm({ settings }: { settings: OrganisationSettings }) {
  const { form, busy, pending, error, at } = useSaveSettings((data) => {
    const days = valueOf(data, 'key-days');
    return {
      second_factor: (valueOf(data, 'second-factor') ?? 'optional') as UpdateSettingsInput['second_factor'],
      idle_minutes: wholeNumber(valueOf(data, 'idle')),
      key_max_days: days === null ? null : wholeNumber(days),
    };
  });
  return (
    <form method="post" {...form} className="max-w-3xl space-y-6" noValidate>
      <ErrorSummary error={error} fields={FIELDS} />
      <CheckboxList
        id="second-factor"
        name="second-factor"
        legend="Second factor at sign-in"
        hint="An authenticator app or a passkey, besides the password. Sessions without one end when you save."
        kind="radio"
        options={RULES.map((rule) => ({ ...rule, checked: rule.value === settings.second_factor }))}
        error={at('/second_factor')}
      />
      <TextField
        id="idle"
        name="idle"
        label="Minutes without activity until a session ends"
        hint={`${IDLE_MINUTES.least} to ${IDLE_MINUTES.most}; holds for sign-ins from now on`}
        inputMode="numeric"
        required
        defaultValue={settings.idle_minutes}
        className="max-w-md"
        error={at('/idle_minutes')}
      />
      <TextField
        id="key-days"
        name="key-days"
        label="Longest life of an API key, in days"
        hint={`${KEY_DAYS.least} to ${KEY_DAYS.most}; empty for no limit. Keys that exist keep their end.`}
        inputMode="numeric"
        optional
        defaultValue={settings.key_max_days ?? ''}
        className="max-w-md"
        error={at('/key_max_days')}
      />
      <Button type="submit" disabled={busy}>
        {pending ? 'Saving' : 'Save'}
      </Button>
    </form>
  );
}
