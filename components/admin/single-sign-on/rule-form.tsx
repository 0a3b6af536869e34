'use client';
/** Off, on or enforced; enforcing names the two administrators who can still get in. */
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import {
  SINGLE_SIGN_ON_WORDS,
  singleSignOnState,
  type SingleSignOnState,
} from '@/server/domain/single-sign-on/rules';
import type { SetSingleSignOnInput, SingleSignOn } from '@/server/domain/single-sign-on/contract';
import { api } from '../../client/client';
import { UnsavedGuard } from '../../client/drafts/unsaved-guard';
import { CheckboxList } from '../../ui/checkbox-list';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { showToast } from '../../ui/toast';

type State = SingleSignOnState;

const STATES: readonly { value: State; detail: string }[] = [
  { value: 'off', detail: 'Sessions opened by single sign-on end.' },
  { value: 'on', detail: 'Passwords and passkeys work as well.' },
  {
    value: 'enforced',
    detail: 'Members cannot sign in with a password or passkey, except two break-glass administrators.',
  },
];

const CONSEQUENCES: Record<State, string> = {
  off: 'Members sign in with their password or passkey again. Users without a password need a reset link.',
  on: 'Members can sign in at the provider, with their password or with a passkey.',
  enforced:
    'All sessions opened with a password or passkey end now, except for break-glass administrators with a passkey. Members without a link cannot sign in.',
};

export function RuleForm({ settings }: { settings: SingleSignOn }) {
  const { provider, enforced, administrators, members, linked } = settings;
  const current = singleSignOnState({ enabled: provider?.enabled === true, enforced });
  const [state, setState] = useState<State>(current);
  const [chosen, setChosen] = useState(() =>
    administrators.filter(({ break_glass }) => break_glass).map(({ id }) => id),
  );
  const router = useRouter();
  if (!provider) return <p className="text-ink-2">Enter the provider details first.</p>;
  const input: SetSingleSignOnInput = {
    enabled: state !== 'off',
    enforced: state === 'enforced',
    break_glass_ids: chosen,
  };
  const changed =
    state !== current || administrators.some(({ id, break_glass }) => break_glass !== chosen.includes(id));
  const words = SINGLE_SIGN_ON_WORDS[state];
  return (
    <>
      <UnsavedGuard active={changed} stay="Cancel" leave="Leave page" />
      <div
        className="space-y-5"
        onChange={(event) => {
          // The type of a bubbled change is that of the element it is handled at.
          const { name, value, checked } = event.target as unknown as HTMLInputElement;
          if (name === 'rule') setState(value as State);
          if (name === 'break-glass')
            setChosen((before) => (checked ? [...before, value] : before.filter((id) => id !== value)));
        }}
      >
        <CheckboxList
          id="rule"
          name="rule"
          legend="Single sign-on"
          kind="radio"
          options={STATES.map((one) => ({
            ...one,
            label: SINGLE_SIGN_ON_WORDS[one.value],
            checked: one.value === current,
          }))}
        />
        <CheckboxList
          id="break-glass"
          name="break-glass"
          legend="Break-glass administrators"
          hint="Two administrators who can sign in with a passkey when the provider is down."
          options={administrators.map(({ id, name, passkey, break_glass }) => ({
            value: id,
            label: name,
            checked: break_glass,
            ...(passkey ? {} : { detail: 'Has no passkey. Add one under Account, Security.' }),
          }))}
        />
        <ConfirmDialog
          opener={{ label: 'Save', weight: 'primary' }}
          title={`Set single sign-on to “${words}”?`}
          confirm="Save"
          onConfirm={() => api.singleSignOn.setSingleSignOn.mutate(input)}
          explain={({ fields, detail, sentence }) => fields[0]?.message ?? detail ?? sentence}
          done={() => {
            showToast('Single sign-on saved.');
            router.refresh();
          }}
        >
          <p className="mb-3">{CONSEQUENCES[state]}</p>
          <p>
            {linked} of {members} members are linked.
          </p>
        </ConfirmDialog>
      </div>
    </>
  );
}
