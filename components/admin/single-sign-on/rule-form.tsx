'use client';
/** Off, on or enforced; enforcing names the two administrators who can still get in. */
import { useRouter } from 'next/navigation';
import {
  SINGLE_SIGN_ON_WORDS,
  singleSignOnState,
  type SingleSignOnState,
} from '@/server/domain/single-sign-on/rules';
import type { SetSingleSignOnInput, SingleSignOn } from '@/server/domain/single-sign-on/contract';
import { api, onlyIf } from '../../client/client';
import { UnsavedGuard } from '../../client/drafts/unsaved-guard';
import { SharedErrors } from '../../client/shared-errors';
import { useSharedForm, useStateOfRound } from '../../client/shared-form';
import { storedWords } from '../../client/stored-words';
import { isolate } from '../../format/isolate';
import type { FieldPlace } from '../../ui/error-summary';
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

const PLACES: readonly FieldPlace[] = [
  ['/rule', 'rule', 'Single sign-on'],
  ['/break_glass_ids', 'break-glass', 'Break-glass administrators'],
];

interface Rule {
  version: number;
  rule: State;
  break_glass_ids: string[];
}

const ruleOf = ({ provider, enforced, administrators }: SingleSignOn): Rule => ({
  version: provider?.version ?? 0,
  rule: singleSignOnState({ enabled: provider?.enabled === true, enforced }),
  break_glass_ids: administrators.filter(({ break_glass }) => break_glass).map(({ id }) => id),
});

export function RuleForm({ settings }: { settings: SingleSignOn }) {
  const { provider, administrators, members, linked } = settings;
  const shared = useSharedForm<Rule>(ruleOf(settings), {
    read: (): Omit<Rule, 'version'> => ({ rule: state, break_glass_ids: chosen }),
    load: async () => ruleOf(await api.singleSignOn.getSingleSignOn.query({})),
  });
  const { base, values, round } = shared;
  const [state, setState] = useStateOfRound<State>(round, values.rule);
  const [chosen, setChosen] = useStateOfRound<string[]>(round, values.break_glass_ids);
  const router = useRouter();
  if (!provider) return <p className="text-ink-2">Enter the provider details first.</p>;
  const input: SetSingleSignOnInput = {
    enabled: state !== 'off',
    enforced: state === 'enforced',
    break_glass_ids: chosen,
  };
  const changed =
    state !== base.rule ||
    administrators.some(({ id }) => base.break_glass_ids.includes(id) !== chosen.includes(id));
  const stored = storedWords(PLACES, {
    rule: (rule: State) => SINGLE_SIGN_ON_WORDS[rule],
    break_glass_ids: (ids: readonly string[]) =>
      administrators
        .filter(({ id }) => ids.includes(id))
        .map(({ name }) => isolate(name))
        .join(', ') || 'none',
  });
  const words = SINGLE_SIGN_ON_WORDS[state];
  return (
    <>
      <UnsavedGuard active={changed} />
      <div
        className="space-y-5"
        onChange={(event) => {
          // The type of a bubbled change is that of the element it is handled at.
          const { name, value, checked } = event.target as unknown as HTMLInputElement;
          if (name === 'rule') setState(value as State);
          if (name === 'break-glass')
            setChosen(checked ? [...chosen, value] : chosen.filter((id) => id !== value));
        }}
      >
        <SharedErrors shared={shared} error={null} clear={() => undefined} fields={[]} words={stored} />
        <div key={round} className="space-y-5">
          <CheckboxList
            id="rule"
            name="rule"
            legend="Single sign-on"
            kind="radio"
            options={STATES.map((one) => ({
              ...one,
              label: SINGLE_SIGN_ON_WORDS[one.value],
              checked: one.value === values.rule,
            }))}
          />
          <CheckboxList
            id="break-glass"
            name="break-glass"
            legend="Break-glass administrators"
            hint="Two administrators who can sign in with a passkey when the provider is down."
            options={administrators.map(({ id, name, passkey }) => ({
              value: id,
              label: name,
              checked: values.break_glass_ids.includes(id),
              ...(passkey ? {} : { detail: 'Has no passkey. Add one under Account, Security.' }),
            }))}
          />
        </div>
        <ConfirmDialog
          opener={{ label: 'Save', weight: 'primary' }}
          title={`Set single sign-on to “${words}”?`}
          confirm="Save"
          onConfirm={async () =>
            shared.saved(ruleOf(await api.singleSignOn.setSingleSignOn.mutate(input, onlyIf(base.version))))
          }
          explain={({ fields, detail, sentence, isOutdated }) =>
            fields[0]?.message ?? (isOutdated ? null : detail) ?? sentence
          }
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
