'use client';
import { DEFAULT_ROLES, ROLES } from '@/server/data-types/role-codes';
import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import type { SaveIdentityProviderInput, SingleSignOn } from '@/server/domain/single-sign-on/contract';
import { ROLE_WORDS } from '@/server/domain/people/rules';
import { api, onlyIf } from '../../client/client';
import { UnsavedGuard } from '../../client/drafts/unsaved-guard';
import { defineFields } from '../../client/form-fields';
import { SharedErrors } from '../../client/shared-errors';
import { useSharedForm } from '../../client/shared-form';
import { storedWords } from '../../client/stored-words';
import { useSubmit } from '../../client/use-submit';
import { Button } from '../../ui/button';
import { CheckboxList } from '../../ui/checkbox-list';
import { Fold } from '../../ui/fold';
import { problemOf, type Problem } from '../../ui/error-message';
import { SelectField } from '../../ui/select-field';
import { TextArea, TextField } from '../../ui/text-field';
import { showToast } from '../../ui/toast';

const plain = { spellCheck: false, autoComplete: 'off', className: 'max-w-xl' } as const;
const FIELDS = defineFields({
  issuer: {
    ...plain,
    pointer: '/issuer',
    label: 'Issuer',
    hint: 'Exactly as in the discovery document, for example https://login.example.org/realms/hospital',
    required: true,
    maxLength: 500,
  },
  'client-id': { ...plain, pointer: '/client_id', label: 'Client ID', required: true, maxLength: 300 },
  'client-secret': {
    ...plain,
    pointer: '/client_secret',
    label: 'Client secret',
    hint: 'Stored encrypted and never shown again.',
    maxLength: 1000,
  },
  automatic: { pointer: '/automatic', label: 'First sign-in' },
  'groups-claim': {
    ...plain,
    pointer: '/groups_claim',
    label: 'Claim with groups or roles',
    hint: 'For example groups or roles. Leave blank to manage roles here.',
    optional: true,
    maxLength: 100,
  },
  'role-rules': {
    ...plain,
    pointer: '/role_rules',
    label: 'Group roles',
    hint: `One per line: value = role. Roles are ${ROLES.join(', ')}. If several match, the first in this order applies.`,
    optional: true,
    rows: 4,
  },
  'default-role': { pointer: '/default_role', label: 'Role without a matching group', className: 'max-w-xl' },
  'checks-sessions': { pointer: '/checks_sessions', label: 'Open sessions' },
  'second-factor': {
    ...plain,
    pointer: '/second_factor_values',
    label: 'Values of acr or amr that count as second factor',
    hint: 'Separated by spaces, for example mfa. Leave blank if none counts.',
    optional: true,
    maxLength: 500,
  },
});

const AUTOMATIC = [
  {
    value: 'off',
    label: 'Members link their account themselves',
    detail:
      'After signing in with a password or passkey, under Account, Security. Invited users join with their email address.',
  },
  {
    value: 'on',
    label: 'Link members and create users automatically',
    detail: 'By their email address, if its domain is verified below.',
  },
] as const;

const CHECKS = [
  {
    value: 'on',
    label: 'Check every five minutes',
    detail:
      'A user who is disabled or loses their groups at the provider is signed out. Needs a refresh token of the provider.',
  },
  {
    value: 'off',
    label: 'Do not check',
    detail: 'Sessions last up to 12 hours, unless the provider or an administrator ends them.',
  },
] as const;

const DEFAULT_ROLE_OPTIONS = DEFAULT_ROLES.map((value) => ({
  value,
  label: ROLE_WORDS[value],
}));

type Rules = SaveIdentityProviderInput['role_rules'];

/** `staff = clinician`; values may contain `=` themselves. */
const readRules = (text: string): Rules =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const at = Math.max(line.lastIndexOf('='), 0);
      return { value: line.slice(0, at).trim(), role: line.slice(at + 1).trim() } as Rules[number];
    });

const rulesText = (rules: Rules): string => rules.map(({ value, role }) => `${value} = ${role}`).join('\n');

type Values = SaveIdentityProviderInput & { version: number };

const NONE: Values = {
  issuer: '',
  client_id: '',
  automatic: false,
  groups_claim: null,
  role_rules: [],
  default_role: null,
  checks_sessions: true,
  second_factor_values: [],
  version: 0,
};

function read(data: FormData): SaveIdentityProviderInput {
  const typed = FIELDS.read(data);
  return {
    issuer: typed.issuer ?? '',
    client_id: typed['client-id'] ?? '',
    ...(typed['client-secret'] === null ? {} : { client_secret: typed['client-secret'] }),
    automatic: typed.automatic === 'on',
    groups_claim: typed['groups-claim'],
    role_rules: readRules(typed['role-rules'] ?? ''),
    default_role: typed['default-role'] as SaveIdentityProviderInput['default_role'],
    checks_sessions: typed['checks-sessions'] === 'on',
    second_factor_values: typed['second-factor']?.split(/\s+/) ?? [],
  };
}

const labelOf = (choices: readonly { value: string; label: string }[]) => (on: boolean) =>
  choices.find(({ value }) => value === (on ? 'on' : 'off'))!.label;
const STORED = storedWords(FIELDS.places, {
  automatic: labelOf(AUTOMATIC),
  checks_sessions: labelOf(CHECKS),
  role_rules: (rules: Rules) => rulesText(rules).replaceAll('\n', ', ') || 'blank',
  default_role: (role: keyof typeof ROLE_WORDS) => ROLE_WORDS[role],
});

/** The server checks whether the secret is required only once the other fields are valid. */
function withSecretError(thrown: unknown, isFirst: boolean): unknown {
  const problem = problemOf(thrown);
  if (problem.code !== 'validation_failed') return thrown;
  const predicate = isFirst ? 'is required' : 'is required for a new issuer or client ID';
  const secret = {
    pointer: '/client_secret',
    code: 'required',
    message: `Client secret ${predicate}.`,
    predicate,
  };
  const others = problem.errors?.filter(({ pointer }) => pointer !== secret.pointer) ?? [];
  return { ...problem, errors: [...others, secret] } satisfies Problem;
}

const KEEP_SECRET = 'Stored encrypted and never shown again. Leave blank to keep the current one.';

export function ProviderForm({ provider }: { provider: SingleSignOn['provider'] }) {
  const router = useRouter();
  const [changed, setChanged] = useState(false);
  const formElement = useRef<HTMLFormElement>(null);
  const shared = useSharedForm<Values>(provider ?? NONE, {
    read: () => read(new FormData(formElement.current!)),
    load: async () => (await api.singleSignOn.getSingleSignOn.query({})).provider ?? NONE,
  });
  const { base, values, round } = shared;
  const { form, busy, pending, error, setError } = useSubmit(
    (data) => {
      const wanted = read(data);
      const isSame = wanted.issuer === base.issuer && wanted.client_id === base.client_id;
      return api.singleSignOn.saveIdentityProvider
        .mutate(wanted, onlyIf(base.version))
        .catch((thrown: unknown) => {
          throw wanted.client_secret || isSame ? thrown : withSecretError(thrown, base === NONE);
        });
    },
    (saved) => {
      shared.saved(saved.provider ?? NONE);
      setChanged(false);
      showToast('Identity provider saved.');
      router.refresh();
    },
  );
  const { field, group } = FIELDS.controls(error);
  return (
    <>
      <UnsavedGuard active={changed} />
      <form ref={formElement} method="post" {...form} onChange={() => setChanged(true)} className="space-y-5">
        <SharedErrors
          shared={shared}
          error={error}
          clear={() => setError(null)}
          fields={FIELDS.places}
          words={STORED}
        />
        <div key={round} className="space-y-5">
          <TextField {...field('issuer')} inputMode="url" defaultValue={values.issuer} />
          <TextField {...field('client-id')} defaultValue={values.client_id} />
          <TextField
            {...field('client-secret')}
            {...(provider ? { hint: KEEP_SECRET } : {})}
            type="password"
            autoComplete="off"
            defaultValue={values.client_secret ?? ''}
          />
          <Fold
            look="part"
            title="Roles, sessions and second factor"
            state={provider ? undefined : 'Optional'}
          >
            <div className="space-y-5">
              <CheckboxList
                {...group('automatic')}
                kind="radio"
                options={AUTOMATIC.map((one) => ({
                  ...one,
                  checked: (one.value === 'on') === values.automatic,
                }))}
              />
              <TextField {...field('groups-claim')} defaultValue={values.groups_claim ?? ''} />
              <TextArea {...field('role-rules')} defaultValue={rulesText(values.role_rules)} />
              <SelectField
                {...field('default-role')}
                empty="None: no access"
                options={DEFAULT_ROLE_OPTIONS}
                defaultValue={values.default_role ?? ''}
              />
              <CheckboxList
                {...group('checks-sessions')}
                kind="radio"
                options={CHECKS.map((one) => ({
                  ...one,
                  checked: (one.value === 'on') === values.checks_sessions,
                }))}
              />
              <TextField {...field('second-factor')} defaultValue={values.second_factor_values.join(' ')} />
            </div>
          </Fold>
        </div>
        <Button type="submit" disabled={busy}>
          {pending ? 'Saving' : 'Save provider'}
        </Button>
      </form>
    </>
  );
}
