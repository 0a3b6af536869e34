'use client';
import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import type {
  OrganizationSettings,
  SecondFactorPreview,
  UpdateSettingsInput,
} from '@/server/domain/organizations/contract';
import { IDLE_MINUTES, KEY_DAYS, OWN_FACTOR_FIRST } from '@/server/domain/organizations/rules';
import { SharedErrors } from '../../client/shared-errors';
import { asOutdated, changesFrom, useSharedForm } from '../../client/shared-form';
import { UnsavedGuard } from '../../client/drafts/unsaved-guard';
import { defineFields } from '../../client/form-fields';
import { wholeNumber } from '../../client/form-values';
import { api } from '../../client/client';
import { useSubmit } from '../../client/use-submit';
import { count } from '../../format/numbers';
import { Dialog } from '../../ui/dialog';
import type { Problem } from '../../ui/error-message';
import { Notice } from '../../ui/notice';
import { Button } from '../../ui/button';
import { CheckboxList } from '../../ui/checkbox-list';
import { TextField } from '../../ui/text-field';
import { showToast } from '../../ui/toast';
import { SECOND_FACTOR_WORDS, settingLabel, storedSettings } from './settings-words';

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

type Rule = UpdateSettingsInput['second_factor'];

function read(data: FormData) {
  const typed = FIELDS.read(data);
  const days = typed['key-days'];
  return {
    second_factor: (typed['second-factor'] ?? 'optional') as NonNullable<Rule>,
    idle_minutes: wholeNumber(typed.idle),
    key_max_days: days === null ? null : wholeNumber(days),
  };
}

type Wanted = ReturnType<typeof read>;

const STORED = storedSettings(FIELDS.places);

/** A changed rule. */
interface Question {
  wanted: Wanted;
  /** Whom a stricter rule affects; null for a weaker one. */
  effect: SecondFactorPreview['admins'] | null;
}

const strictness = (rule: NonNullable<Rule>): number => RULES.findIndex(({ value }) => value === rule);

/** @param proven whether the own session has a second factor */
export function SecurityForm({ settings, proven }: { settings: OrganizationSettings; proven: boolean }) {
  const router = useRouter();
  const formElement = useRef<HTMLFormElement>(null);
  const shared = useSharedForm(settings, {
    read: () => read(new FormData(formElement.current!)),
    load: () => api.organizations.getOrganizationSettings.query({}),
  });
  const { base, values, round } = shared;
  const save = (wanted: Wanted) =>
    api.organizations.updateOrganizationSettings.mutate(changesFrom(base, wanted));
  const [changed, setChanged] = useState(false);
  const [rule, setRule] = useState<Rule>(settings.second_factor);
  const [question, setQuestion] = useState<Question | null>(null);
  const saved = (now: OrganizationSettings) => {
    shared.saved(now);
    setRule(now.second_factor);
    setChanged(false);
    setQuestion(null);
    showToast('Settings saved.');
    router.refresh();
  };
  const { form, busy, pending, error, setError } = useSubmit(
    async (data) => {
      const wanted = read(data);
      const { second_factor: to } = wanted;
      if (to === base.second_factor) return save(wanted);
      const preview = await api.organizations.previewSecondFactor.query(wanted);
      // The server would ask for the password before it rejects the rule.
      if (to !== 'optional' && !preview.has_own)
        throw { code: 'invalid_state', detail: OWN_FACTOR_FIRST } satisfies Problem;
      if (to === 'optional' || strictness(to) < strictness(base.second_factor))
        return { wanted, effect: null };
      const effect = preview[to];
      return effect.without > 0 || effect.signed_out > 0 ? { wanted, effect } : save(wanted);
    },
    (answer) => ('effect' in answer ? setQuestion(answer) : saved(answer)),
  );
  const confirmation = useSubmit(
    () => save(question!.wanted).catch(asOutdated),
    (answer) => {
      if (!('sentence' in answer)) return saved(answer);
      setQuestion(null);
      setError(answer);
    },
  );
  const { field, group } = FIELDS.controls(error);
  const toAdmins = question?.wanted.second_factor === 'admins';
  const lacksOwn = !proven && rule !== 'optional';
  // The factor is added in another tab.
  useEffect(() => {
    if (!lacksOwn) return undefined;
    const reload = () => router.refresh();
    window.addEventListener('focus', reload);
    document.addEventListener('visibilitychange', reload);
    return () => {
      window.removeEventListener('focus', reload);
      document.removeEventListener('visibilitychange', reload);
    };
  }, [lacksOwn, router]);
  const needsOwn = error?.code === 'invalid_state';
  return (
    <>
      <UnsavedGuard active={changed} />
      <form
        ref={formElement}
        method="post"
        {...form}
        onChange={(event) => {
          setChanged(true);
          const { name, value } = event.target as unknown as HTMLInputElement;
          if (name === 'second-factor') setRule(value as Rule);
        }}
        className="max-w-3xl space-y-6"
      >
        <SharedErrors
          shared={shared}
          error={needsOwn && !lacksOwn ? null : error}
          clear={() => setError(null)}
          fields={FIELDS.places}
          words={STORED}
          fix={needsOwn ? <AddFactor /> : undefined}
        />
        <div key={round} className="space-y-6">
          <CheckboxList
            {...group('second-factor')}
            kind="radio"
            options={RULES.map((one) => ({ ...one, checked: one.value === values.second_factor }))}
          />
          {lacksOwn && !needsOwn ? (
            <Notice live>
              Your own account needs a second factor first. <AddFactor />
            </Notice>
          ) : null}
          <TextField {...field('idle')} defaultValue={values.idle_minutes} />
          <TextField {...field('key-days')} defaultValue={values.key_max_days ?? ''} />
        </div>
        {/* Not disabled while pending: the dialog returns focus to it. */}
        <Button type="submit" disabled={busy && !pending} aria-disabled={pending || undefined}>
          {pending ? 'Saving' : 'Save settings'}
        </Button>
      </form>
      <Dialog
        open={question !== null}
        onClose={() => setQuestion(null)}
        stay={confirmation.pending}
        title={
          question?.effect
            ? 'Require a second factor?'
            : toAdmins
              ? 'Require it for administrators only?'
              : 'Stop requiring a second factor?'
        }
        onSubmit={confirmation.form.onSubmit}
        actions={
          <>
            <Button type="submit" aria-disabled={confirmation.pending || undefined}>
              {question?.effect ? 'Require' : toAdmins ? 'Change rule' : 'Stop requiring'}
            </Button>
            <Button weight="secondary" data-first-focus onClick={() => setQuestion(null)}>
              Cancel
            </Button>
          </>
        }
      >
        {question?.effect ? (
          <Effect rule={question.wanted.second_factor} {...question.effect} />
        ) : (
          <p>
            {toAdmins
              ? 'Administrators still need a second factor. Other users without one '
              : 'Users without a second factor '}
            can then sign in with a password alone. Others can remove theirs.
          </p>
        )}
        <p role="alert" className="mt-2 font-semibold text-error empty:hidden">
          {confirmation.error?.sentence}
        </p>
      </Dialog>
    </>
  );
}

/** In a new tab, so that the form keeps its values. */
const AddFactor = () => (
  <a href="/account/security" target="_blank" rel="noopener">
    Add one in Account, Security (new tab)
  </a>
);

interface EffectProps extends NonNullable<Question['effect']> {
  rule: Rule;
}

function Effect({ rule, without, signed_out: out }: EffectProps) {
  const who = rule === 'admins' ? 'administrator' : 'user';
  return (
    <div className="space-y-2">
      {without > 0 ? (
        <p>
          {count(without, who)} {without === 1 ? 'has' : 'have'} no second factor.{' '}
          {/* In a new tab, so that the form keeps its values. */}
          <a
            href={`/admin/people?second_factor=off${rule === 'admins' ? '&role=admin' : ''}`}
            target="_blank"
            rel="noopener"
          >
            Show {without === 1 ? who : `${who}s`} (new tab)
          </a>
        </p>
      ) : null}
      <p>
        {out === 0
          ? 'No one will be signed out now.'
          : `${without > 0 ? out : count(out, who)} ${out === 1 ? 'is' : 'are'} signed in without one and will be signed out now. Most unsaved forms are restored.`}
      </p>
      <p>Users without one set it up at their next sign-in.</p>
    </div>
  );
}
