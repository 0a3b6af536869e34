'use client';
/** Invites somebody: name, address, role; afterwards what became of the link. */
import { useState } from 'react';
import { ROLE_DETAIL } from '@/server/domain/people/rules';
import type { InvitePersonInput, MadeInvitation } from '@/server/domain/people/contract';
import { api } from '../api/client';
import { valueOf } from '../api/form-values';
import { useSubmit } from '../api/use-submit';
import { isolate } from '../format/isolate';
import { word } from '../format/words';
import { Button } from '../ui/button';
import { CheckboxList } from '../ui/checkbox-list';
import { ErrorSummary, type FieldPlace } from '../ui/error-summary';
import { LinkButton } from '../ui/link-button';
import { TextField } from '../ui/text-field';
import { MadeLinkShown } from './made-link';

const LIST = '/admin/people?view=invitations';
const FIELDS: readonly FieldPlace[] = [
  ['/name', 'name', 'Name'],
  ['/email', 'email', 'E-mail'],
  ['/role', 'role', 'Role'],
];
export const ROLE_OPTIONS = (['viewer', 'clinician', 'admin'] as const).map((value) => ({
  value,
  label: word('role', value),
  detail: ROLE_DETAIL[value],
}));

export function InviteForm() {
  const [made, setMade] = useState<MadeInvitation | null>(null);
  const { form, busy, pending, error, at } = useSubmit(
    (data) =>
      api.people.invitePerson.mutate({
        name: valueOf(data, 'name') ?? '',
        email: valueOf(data, 'email') ?? '',
        role: (valueOf(data, 'role') ?? '') as InvitePersonInput['role'],
      }),
    setMade,
  );

  if (made) {
    return (
      <MadeLinkShown
        made={made}
        title={`Invitation for ${isolate(made.name)}`}
        email={made.email}
        again="The invitation is in the list; send it again from there."
      >
        <LinkButton href={LIST}>Go to the invitations</LinkButton>
      </MadeLinkShown>
    );
  }
  return (
    <form method="post" {...form} className="max-w-xl space-y-5">
      <ErrorSummary error={error} fields={FIELDS} />
      <TextField
        id="name"
        name="name"
        label="Name"
        hint="As colleagues know them"
        required
        maxLength={100}
        autoComplete="off"
        error={at('/name')}
      />
      <TextField
        id="email"
        name="email"
        type="email"
        label="E-mail"
        hint="They sign in with it. An earlier invitation to it ends."
        required
        maxLength={254}
        autoComplete="off"
        error={at('/email')}
      />
      <CheckboxList
        id="role"
        name="role"
        legend="Role"
        kind="radio"
        options={ROLE_OPTIONS}
        error={at('/role')}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" disabled={busy}>
          {pending ? 'Inviting' : 'Invite'}
        </Button>
        <LinkButton href="/admin/people" weight="secondary">
          Cancel
        </LinkButton>
        <span className="hidden text-sm text-ink-2 keys:inline">Ctrl+Enter invites</span>
      </div>
    </form>
  );
}
