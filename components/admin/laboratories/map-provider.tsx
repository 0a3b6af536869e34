'use client';
/** Says which member a laboratory means by a number, or that it is nobody here. */
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { LabProvider } from '@/server/domain/lab-providers/contract';
import { api } from '../../client/client';
import { useColleagues } from '../../client/use-colleagues';
import { count } from '../../format/numbers';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { shownError } from '../../ui/error-message';
import { announce } from '../../ui/live-region';
import { SelectField } from '../../ui/select-field';

const NOBODY = 'nobody';

export function MapProvider({ provider }: { provider: LabProvider }) {
  const router = useRouter();
  const colleagues = useColleagues();
  const [chosen, setChosen] = useState('');
  const known = provider.mapped_at !== null;
  const said = provider.name ? `${provider.name} (${provider.number})` : provider.number;

  return (
    <ConfirmDialog
      opener={{
        label: known ? 'Change' : 'Map',
        name: `${known ? 'Change the map of' : 'Map'} ${said}`,
        weight: 'quiet',
        onOpen: () => {
          setChosen(provider.person?.id ?? (known ? NOBODY : ''));
          void colleagues.refetch();
        },
      }}
      title={`Who is ${said}?`}
      confirm="Map"
      keep="Leave it"
      ready={chosen !== ''}
      act={async () => {
        const userId = chosen === NOBODY ? null : chosen;
        const done = await api.inboundReports.mapLabProvider.mutate({ id: provider.id, user_id: userId });
        announce(`${said} is mapped; ${count(done.reports_assigned, 'open report')} assigned.`);
      }}
      explain={({ code, sentence }) =>
        code === 'validation_failed' ? 'This person cannot sign reports any more. Choose another.' : sentence
      }
      done={() => router.refresh()}
    >
      <p className="mb-3">
        {provider.laboratory} has named this number in {count(provider.count, 'report')}. New reports that
        name it, without an order of ours, will wait for this person; so will open ones that wait for nobody
        yet.
      </p>
      <SelectField
        id={`person-${provider.id}`}
        label="Person"
        empty="Choose"
        value={chosen}
        options={[
          ...(colleagues.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          { value: NOBODY, label: 'Nobody of this organization' },
        ]}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      <p role="alert" className="font-semibold empty:hidden">
        {colleagues.error ? shownError(colleagues.error).sentence : ''}
      </p>
    </ConfirmDialog>
  );
}
