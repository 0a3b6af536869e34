'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { ROLE_CHOICES, ROLE_DETAIL, ROLE_WORDS } from '@/server/domain/people/rules';
import type { ListedPerson } from '@/server/domain/people/contract';
import { api } from '../../client/client';
import { isolate } from '../../format/isolate';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { showToast } from '../../ui/toast';
import { SelectField } from '../../ui/select-field';

type Role = ListedPerson['role'];

interface ChangeRoleProps {
  id: string;
  name: string;
  role: Role;
  sessions: number;
}

export function ChangeRole({ id, name, role, sessions }: ChangeRoleProps) {
  const router = useRouter();
  const [wanted, setWanted] = useState<Role>(role);
  const options = ROLE_CHOICES.map((value) => ({ value, label: ROLE_WORDS[value] }));
  return (
    <div className="flex flex-wrap items-end gap-2">
      <SelectField
        id="new-role"
        label="Role"
        hint={ROLE_DETAIL[wanted]}
        options={options}
        value={wanted}
        onChange={(event) => setWanted(event.currentTarget.value as Role)}
        className="min-w-64"
      />
      {wanted === role ? null : (
        <ConfirmDialog
          opener={{ label: 'Change role', weight: 'primary' }}
          title={`Change the role of ${isolate(name)} to ${ROLE_WORDS[wanted].toLowerCase()}?`}
          confirm="Change role"
          onConfirm={() => api.people.changeRole.mutate({ id, role: wanted, was: { role } })}
          done={() => {
            showToast(`The role of ${isolate(name)} is now ${ROLE_WORDS[wanted].toLowerCase()}.`);
            router.refresh();
          }}
        >
          <p>
            {ROLE_DETAIL[wanted]}{' '}
            {sessions > 0
              ? 'They are signed out immediately and may lose unsaved input.'
              : 'They are not signed in.'}{' '}
            Their connected applications are limited to the new role.
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}
