'use client';
/** Maps a provider number of a laboratory to a user, or to no user. */
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { LabProvider } from '@/server/domain/lab-providers/contract';
import { api } from '../../client/client';
import { useColleagues } from '../../client/use-colleagues';
import { count } from '../../format/numbers';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { shownError } from '../../ui/error-message';
import { showToast } from '../../ui/toast';
import { SelectField } from '../../ui/select-field';

const NO_USER = 'none';

export function MapProvider({ provider }: { provider: LabProvider }) {
  const router = useRouter();
  const colleagues = useColleagues();
  const [chosen, setChosen] = useState('');
  const known = provider.mapped_at !== null;
  const label = provider.name ? `${provider.name} (${provider.number})` : provider.number;

  return (
    <ConfirmDialog
      opener={{
        label: known ? 'Change' : 'Map',
        name: `${known ? 'Change the mapping of' : 'Map'} ${label}`,
        weight: 'quiet',
        onOpen: () => {
          setChosen(provider.person?.id ?? (known ? NO_USER : ''));
          void colleagues.refetch();
        },
      }}
      title={`Map ${label} to a user`}
      confirm="Map"
      missing={chosen === '' ? 'Select a user.' : null}
      onConfirm={async () => {
        const userId = chosen === NO_USER ? null : chosen;
        const done = await api.inboundReports.mapLabProvider.mutate({ id: provider.id, user_id: userId });
        showToast(`${label} mapped. ${count(done.reports_assigned, 'unsigned report')} assigned.`);
      }}
      explain={({ code, sentence }) =>
        code === 'validation_failed' ? 'This user cannot sign reports. Select another.' : sentence
      }
      done={() => router.refresh()}
    >
      <p className="mb-3">
        {provider.laboratory} used this number in {count(provider.count, 'report')}. New and unassigned
        reports without an order go to this user.
      </p>
      <SelectField
        id={`person-${provider.id}`}
        label="User"
        empty="Select"
        value={chosen}
        options={[
          ...(colleagues.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          { value: NO_USER, label: 'Not in this organization' },
        ]}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      <p role="alert" className="font-semibold text-error empty:hidden">
        {colleagues.error ? shownError(colleagues.error).sentence : ''}
      </p>
    </ConfirmDialog>
  );
}
