'use client';
/** What an organization asks of those who sign in, and how long sessions and keys live. */
import type { OrganizationSettings, UpdateSettingsInput } from '@/server/domain/organizations/contract';
import { IDLE_MINUTES, KEY_DAYS } from '@/server/domain/organizations/rules';
import { defineFields } from '../../client/form-fields';
import { wholeNumber } from '../../client/form-values';
import { Button } from '../../ui/button';
import { CheckboxList } from '../../ui/checkbox-list';
import { ErrorSummary } from '../../ui/error-summary';
import { TextField } from '../../ui/text-field';
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

const FIELDS = defineFields({
  'second-factor': {
    pointer: '/second_factor',
    label: 'Second factor at sign-in',
    hint: 'An authenticator app or a passkey, besides the password. Sessions without one end when you save.',
  },
  idle: {
    pointer: '/idle_minutes',
    label: 'Minutes without activity until a session ends',
    hint: `${IDLE_MINUTES.least} to ${IDLE_MINUTES.most}; holds for sign-ins from now on`,
    inputMode: 'numeric',
    required: true,
    className: 'max-w-md',
  },
  'key-days': {
    pointer: '/key_max_days',
    label: 'Longest life of an API key, in days',
    hint: `${KEY_DAYS.least} to ${KEY_DAYS.most}; empty for no limit. Keys that exist keep their end.`,
    inputMode: 'numeric',
    optional: true,
    className: 'max-w-md',
  },
});

export function SecurityForm({ settings }: { settings: OrganizationSettings }) {
  const { form, busy, pending, error } = useSaveSettings((data) => {
    const typed = FIELDS.read(data);
    const days = typed['key-days'];
    return {
      second_factor: (typed['second-factor'] ?? 'optional') as UpdateSettingsInput['second_factor'],
      idle_minutes: wholeNumber(typed.idle),
      key_max_days: days === null ? null : wholeNumber(days),
    };
  });
  const { field, group } = FIELDS.controls(error);
  return (
    <form method="post" {...form} className="max-w-3xl space-y-6" noValidate>
      <ErrorSummary error={error} fields={FIELDS.places} />
      <CheckboxList
        {...group('second-factor')}
        kind="radio"
        options={RULES.map((rule) => ({ ...rule, checked: rule.value === settings.second_factor }))}
      />
      <TextField {...field('idle')} defaultValue={settings.idle_minutes} />
      <TextField {...field('key-days')} defaultValue={settings.key_max_days ?? ''} />
      <Button type="submit" disabled={busy}>
        {pending ? 'Saving' : 'Save'}
      </Button>
    </form>
  );
}
