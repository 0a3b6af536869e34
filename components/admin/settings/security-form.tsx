'use client';
import { useState } from 'react';
import type { OrganizationSettings, UpdateSettingsInput } from '@/server/domain/organizations/contract';
import { IDLE_MINUTES, KEY_DAYS } from '@/server/domain/organizations/rules';
import { UnsavedGuard } from '../../client/drafts/unsaved-guard';
import { defineFields } from '../../client/form-fields';
import { wholeNumber } from '../../client/form-values';
import { Button } from '../../ui/button';
import { CheckboxList } from '../../ui/checkbox-list';
import { ErrorSummary } from '../../ui/error-summary';
import { TextField } from '../../ui/text-field';
import { TextLink } from '../../ui/text-link';
import { SECOND_FACTOR_WORDS, settingLabel } from './settings-words';
import { useSaveSettings } from './use-save-settings';

const RULES = [
  { value: 'optional', label: SECOND_FACTOR_WORDS.optional, detail: 'Each user decides.' },
  {
    value: 'admins',
    label: SECOND_FACTOR_WORDS.admins,
    detail: 'They manage users, API keys and these settings.',
  },
  {
    value: 'everyone',
    label: SECOND_FACTOR_WORDS.everyone,
    detail: 'Users without one set it up at their next sign-in.',
  },
] as const;

const FIELDS = defineFields({
  'second-factor': {
    pointer: '/second_factor',
    label: settingLabel('second_factor'),
    hint: 'Authenticator app or passkey. Sessions without a required factor end when you save.',
  },
  idle: {
    pointer: '/idle_minutes',
    label: settingLabel('idle_minutes'),
    hint: `${IDLE_MINUTES.least} to ${IDLE_MINUTES.most}. Applies to new sign-ins.`,
    inputMode: 'numeric',
    required: true,
    className: 'setting-row',
  },
  'key-days': {
    pointer: '/key_max_days',
    label: settingLabel('key_max_days'),
    hint: `${KEY_DAYS.least} to ${KEY_DAYS.most.toLocaleString('en')}. Leave blank for no limit. Existing keys do not change.`,
    inputMode: 'numeric',
    optional: true,
    className: 'setting-row',
  },
});

export function SecurityForm({ settings }: { settings: OrganizationSettings }) {
  const [changed, setChanged] = useState(false);
  const { form, busy, pending, error } = useSaveSettings(
    (data) => {
      const typed = FIELDS.read(data);
      const days = typed['key-days'];
      return {
        second_factor: (typed['second-factor'] ?? 'optional') as UpdateSettingsInput['second_factor'],
        idle_minutes: wholeNumber(typed.idle),
        key_max_days: days === null ? null : wholeNumber(days),
      };
    },
    () => setChanged(false),
  );
  const { field, group } = FIELDS.controls(error);
  return (
    <>
      <UnsavedGuard active={changed} stay="Cancel" leave="Leave page" />
      <form method="post" {...form} onChange={() => setChanged(true)} className="max-w-3xl space-y-6">
        <ErrorSummary error={error} fields={FIELDS.places} />
        {error?.code === 'invalid_state' ? (
          <p>
            <TextLink href="/account/security">Go to Security in your account</TextLink>
          </p>
        ) : null}
        <CheckboxList
          {...group('second-factor')}
          kind="radio"
          options={RULES.map((rule) => ({ ...rule, checked: rule.value === settings.second_factor }))}
        />
        <TextField {...field('idle')} defaultValue={settings.idle_minutes} />
        <TextField {...field('key-days')} defaultValue={settings.key_max_days ?? ''} />
        <Button type="submit" disabled={busy}>
          {pending ? 'Saving' : 'Save settings'}
        </Button>
      </form>
    </>
  );
}
