'use client';
/** Restricts a chart, or lifts the restriction. */
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { RESTRICTIONS, type Restriction } from '@/server/data-types/restriction-codes';
import { ACCESS_HOURS, RESTRICTION_WORDS } from '@/server/domain/restricted-charts/rules';
import { api } from '../client/client';
import { notifyInboxChanged } from '../inbox/inbox-queries';
import { CheckboxList } from '../ui/checkbox-list';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { showToast } from '../ui/toast';

interface RestrictChartProps {
  patientId: string;
  /** Name, birth date and MRN. */
  line: string;
  /** For the message, which is shown on other pages as well. */
  initials: string;
  restricted: boolean;
}

export function RestrictChart({ patientId, line, initials, restricted }: RestrictChartProps) {
  const router = useRouter();
  const [kind, setKind] = useState<Restriction | null>(null);
  if (restricted)
    return (
      <ConfirmDialog
        opener={{ label: 'Lift restriction', weight: 'secondary' }}
        title={`Lift the restriction of ${line}?`}
        confirm="Lift restriction"
        onConfirm={() =>
          api.restrictedCharts.setChartRestriction.mutate({ id: patientId, restriction: null })
        }
        done={() => {
          showToast(`Restriction of ${initials} lifted.`);
          router.refresh();
        }}
      >
        <p>All users can then open this chart without a reason.</p>
      </ConfirmDialog>
    );
  return (
    <ConfirmDialog
      opener={{ label: 'Restrict chart', weight: 'secondary', onOpen: () => setKind(null) }}
      title={`Restrict the chart of ${line}?`}
      confirm="Restrict chart"
      missing={kind === null ? 'Select why.' : null}
      description={
        <p>
          Lists then show only the initials. All users, including you, must state a reason to open the chart
          or to lift the restriction. It then stays open for {ACCESS_HOURS} hours. API keys need the scope
          patients:restricted.
        </p>
      }
      onConfirm={() => api.restrictedCharts.setChartRestriction.mutate({ id: patientId, restriction: kind })}
      done={() => {
        showToast({
          sentence: `Chart of ${initials} restricted.`,
          link: { href: `/restricted-charts/${patientId}`, label: 'Open chart' },
        });
        notifyInboxChanged();
        router.push('/patients');
        router.refresh();
      }}
    >
      {/* The only inputs are the radio buttons. */}
      <div onChange={({ target }) => setKind((target as HTMLInputElement).value as Restriction)}>
        <CheckboxList
          id="restriction"
          name="restriction"
          legend="Why"
          kind="radio"
          options={RESTRICTIONS.map((value) => ({ value, label: RESTRICTION_WORDS[value] }))}
        />
      </div>
    </ConfirmDialog>
  );
}
