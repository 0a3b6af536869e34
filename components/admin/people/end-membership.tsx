'use client';
/** Ends a membership; the question says what ends with it, and asks who takes over open work. */
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { Colleague, Person } from '@/server/domain/people/contract';
import { api } from '../../client/client';
import { isolate } from '../../format/isolate';
import { count } from '../../format/numbers';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { announce } from '../../ui/live-region';
import { SelectField } from '../../ui/select-field';

interface EndMembershipProps {
  person: Pick<Person, 'id' | 'name' | 'open_orders' | 'open_reports' | 'sessions' | 'applications' | 'made'>;
  colleagues: readonly Colleague[];
}

/** As many names as a question can hold. */
const NAMED = 5;

const countsOf = ({ api_keys, oauth_apps }: Person['made']): string =>
  [
    ...(api_keys.length > 0 ? [count(api_keys.length, 'API key')] : []),
    ...(oauth_apps.length > 0 ? [count(oauth_apps.length, 'application')] : []),
  ].join(' and ');

export function EndMembership({ person, colleagues }: EndMembershipProps) {
  const router = useRouter();
  const [heir, setHeir] = useState('');
  const { id, name, open_orders, open_reports, sessions, applications, made } = person;
  const kept = [...made.api_keys, ...made.oauth_apps];
  const needsHeir = open_orders + open_reports > 0;
  const work = [
    ...(open_orders > 0 ? [count(open_orders, 'open lab order')] : []),
    ...(open_reports > 0 ? [count(open_reports, 'unsigned report')] : []),
  ].join(' and ');
  return (
    <>
      <p className="mb-3">
        They can no longer open anything of this organization, from the next request on. What they have done
        stays recorded under their name. Memberships in other organizations are not touched.
      </p>
      <ConfirmDialog
        opener={{ label: 'End membership', weight: 'secondary', onOpen: () => setHeir('') }}
        title={`End the membership of ${isolate(name)}?`}
        confirm="End membership"
        keep="Keep them"
        ready={!needsHeir || heir !== ''}
        act={() => api.people.endMembership.mutate({ id, ...(heir === '' ? {} : { heir_id: heir }) })}
        explain={({ code, fields, sentence }) =>
          code === 'validation_failed' && fields[0] ? fields[0].message : sentence
        }
        done={() => {
          announce(`Membership of ${name} ended.`);
          router.refresh();
        }}
      >
        <p className="mb-3">
          Ends now: {count(sessions, 'session')}, {count(applications, 'connected application')}, their
          absences, and open invitations that they made. API keys, applications and webhooks belong to the
          organization and go on.
        </p>
        {kept.length > 0 ? (
          <p className="mb-3 wrap-anywhere">
            <strong>Made by them, and going on: {countsOf(made)}</strong> (
            {kept
              .slice(0, NAMED)
              .map((one) => one.name)
              .join(', ')}
            {kept.length > NAMED ? ` and ${kept.length - NAMED} more` : ''}). Their page lists them, to revoke
            or replace.
          </p>
        ) : null}
        {needsHeir ? (
          <SelectField
            id="heir"
            label={`Who takes over ${work}`}
            empty="Choose somebody"
            options={colleagues.map((one) => ({ value: one.id, label: one.name }))}
            value={heir}
            onChange={(event) => setHeir(event.currentTarget.value)}
          />
        ) : (
          <p>They have no open lab orders and no unsigned reports.</p>
        )}
      </ConfirmDialog>
    </>
  );
}
