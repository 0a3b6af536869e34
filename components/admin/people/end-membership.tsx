'use client';
/** Removes a member from the organization; open work is reassigned to a colleague. */
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { Colleague, Person } from '@/server/domain/people/contract';
import { api } from '../../client/client';
import { isolate } from '../../format/isolate';
import { list } from '../../format/lists';
import { count } from '../../format/numbers';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { withLabel } from '../../ui/field-messages';
import { showToast } from '../../ui/toast';
import { SelectField } from '../../ui/select-field';

interface EndMembershipProps {
  person: Pick<Person, 'id' | 'name' | 'open_orders' | 'open_reports' | 'sessions' | 'applications' | 'made'>;
  colleagues: readonly Colleague[];
}

const MAX_NAMES = 5;

/** "2 API keys and 1 application"; zero counts are left out. */
const countsOf = (...counts: [number: number, word: string][]): string =>
  list(counts.filter(([number]) => number > 0).map(([number, word]) => count(number, word)));

export function EndMembership({ person, colleagues }: EndMembershipProps) {
  const router = useRouter();
  const [assignee, setAssignee] = useState('');
  const [assigneeError, setAssigneeError] = useState<string>();
  const { id, name, open_orders, open_reports, sessions, applications, made } = person;
  const kept = [...made.api_keys, ...made.oauth_apps].map((one) => one.name);
  const needsAssignee = open_orders + open_reports > 0;
  const more = kept.length - MAX_NAMES;

  function choose(value: string) {
    setAssignee(value);
    setAssigneeError(undefined);
  }

  return (
    <>
      <p className="mb-3">
        The user loses access immediately. Their past actions stay recorded under their name. Other
        organizations are not affected.
      </p>
      <ConfirmDialog
        opener={{ label: 'Remove user', weight: 'secondary', onOpen: () => choose('') }}
        title={`Remove ${isolate(name)} from the organization?`}
        confirm="Remove user"
        isDestructive
        missing={needsAssignee && assignee === '' ? 'Select who takes over the open work.' : null}
        onConfirm={() =>
          api.people.endMembership.mutate({ id, ...(assignee === '' ? {} : { successor_id: assignee }) })
        }
        explain={({ fields, sentence }) => {
          const wrong = fields.find(({ pointer }) => pointer === '/successor_id');
          setAssigneeError(wrong && withLabel(wrong, 'Assignee'));
          return sentence;
        }}
        done={() => {
          showToast(`${name} was removed from the organization.`);
          router.refresh();
        }}
      >
        <p className="mb-3">
          This ends{' '}
          {list([
            ...(sessions > 0 ? [count(sessions, 'session')] : []),
            ...(applications > 0 ? [count(applications, 'connected application')] : []),
            'absences',
            'open invitations',
          ])}
          . API keys, applications and webhooks keep working.
        </p>
        {kept.length > 0 ? (
          <p className="mb-3 wrap-anywhere">
            <strong>
              Still active:{' '}
              {countsOf([made.api_keys.length, 'API key'], [made.oauth_apps.length, 'application'])}
            </strong>{' '}
            ({list([...kept.slice(0, MAX_NAMES), ...(more > 0 ? [`${more} more`] : [])])}). Revoke or rotate
            them on this page.
          </p>
        ) : null}
        {needsAssignee ? (
          <SelectField
            id="successor"
            label={`Reassign ${countsOf([open_orders, 'open lab order'], [open_reports, 'unsigned report'])} to`}
            empty="Select a colleague"
            options={colleagues.map((one) => ({ value: one.id, label: one.name }))}
            value={assignee}
            onChange={(event) => choose(event.currentTarget.value)}
            error={assigneeError}
          />
        ) : (
          <p>No open lab orders or unsigned reports.</p>
        )}
      </ConfirmDialog>
    </>
  );
}
