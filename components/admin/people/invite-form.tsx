'use client';

import { useState, type ReactNode } from 'react';
import { useFormat } from '#format';
import { ROLE_CHOICES, ROLE_DETAIL, ROLE_WORDS } from '@/server/domain/people/rules';
import type { MadeInvitation } from '@/server/domain/people/contract';
import { api } from '../../client/client';
import { defineFields } from '../../client/form-fields';
import { useSubmit } from '../../client/use-submit';
import { UnsavedGuard } from '../../client/drafts/unsaved-guard';
import { isolate } from '../../format/isolate';
import { knownValue } from '../../format/words';
import { CreatedHeading } from '../../ui/created-heading';
import { FormActions } from '../../ui/form-actions';
import { CheckboxList } from '../../ui/checkbox-list';
import { ErrorSummary } from '../../ui/error-summary';
import { LinkButton } from '../../ui/link-button';
import { TextField } from '../../ui/text-field';
import { MadeLinkShown } from './made-link';

const LIST = '/admin/people?view=invitations';
const FIELDS = defineFields({
  name: {
    pointer: '/name',
    label: 'Name',
    hint: 'As shown to colleagues',
    required: true,
    maxLength: 100,
    autoComplete: 'off',
  },
  email: {
    pointer: '/email',
    label: 'Email',
    missing: 'Enter an email address.',
    type: 'email',
    hint: 'Used to sign in. A new invitation replaces the earlier one.',
    required: true,
    maxLength: 254,
    autoComplete: 'off',
  },
  role: { pointer: '/role', label: 'Role' },
});
const ROLE_OPTIONS = ROLE_CHOICES.map((value) => ({
  value,
  label: ROLE_WORDS[value],
  detail: ROLE_DETAIL[value],
  checked: value === 'viewer',
}));

const messageOf = (
  { name, email, link }: MadeInvitation,
  { organization, expires }: { organization: string; expires: string },
): string =>
  [
    `Hello ${name},`,
    '',
    `You are invited to the portal of ${organization}. Open this link and choose a password: ${link ?? ''}`,
    '',
    `Sign in with ${email}. The link works once and expires on ${expires}.`,
  ].join('\n');

interface InviteFormProps {
  organization: string;
  /** Replaced once the invitation is created. */
  heading: ReactNode;
}

export function InviteForm({ organization, heading }: InviteFormProps) {
  const format = useFormat();
  const [made, setMade] = useState<MadeInvitation | null>(null);
  const [changed, setChanged] = useState(false);
  const { form, busy, pending, error } = useSubmit((data) => {
    const { name, email, role } = FIELDS.read(data);
    return api.people.invitePerson.mutate({
      name: name ?? '',
      email: email ?? '',
      // One is always selected.
      role: knownValue(ROLE_WORDS, role) ?? 'viewer',
    });
  }, setMade);
  const { field, group } = FIELDS.controls(error);

  if (made) {
    return (
      <>
        <CreatedHeading title="Invitation created" />
        <MadeLinkShown
          made={made}
          title={
            made.delivery === 'shown'
              ? `Send this link to ${isolate(made.name)}`
              : `Invitation for ${isolate(made.name)}`
          }
          words={`The link expires on ${format.instant(made.expires_at)}.`}
          message={messageOf(made, { organization, expires: format.instant(made.expires_at) })}
          email={made.email}
          again="Open the invitations and create a new link."
          next="Go to invitations"
        >
          <LinkButton href={LIST}>Go to invitations</LinkButton>
        </MadeLinkShown>
      </>
    );
  }
  return (
    <>
      <UnsavedGuard active={changed} />
      {heading}
      <form method="post" {...form} onInput={() => setChanged(true)} className="max-w-xl space-y-5">
        <ErrorSummary error={error} fields={FIELDS.places} />
        <TextField {...field('name')} />
        <TextField {...field('email')} />
        <CheckboxList {...group('role')} kind="radio" options={ROLE_OPTIONS} />
        <FormActions
          label="Invite"
          pendingLabel="Inviting"
          pending={pending}
          busy={busy}
          cancelHref="/admin/people"
          does="invite"
        />
      </form>
    </>
  );
}
