'use client';
/** The patients of an entry that only counts them. They are named on request, because it is recorded for each of them. */
import { useQuery } from '@tanstack/react-query';
import type { AuditEntry } from '@/server/domain/audit-log/contract';
import { trpc } from '../../client/query-client';
import { count } from '../../format/numbers';
import { Button } from '../../ui/button';
import { shownError } from '../../ui/error-message';
import { PatientLabel } from './audit-object';

interface EntryPatientsProps {
  entry: Pick<AuditEntry, 'id' | 'patient_count'>;
  isLinked: boolean;
}

export function EntryPatients({ entry: { id, patient_count }, isLinked }: EntryPatientsProps) {
  const { data, error, isFetching, refetch } = useQuery(
    trpc.auditLog.listEntryPatients.queryOptions({ id }, { enabled: false }),
  );
  if (data)
    return (
      <ul aria-label="Patients" tabIndex={-1} ref={takeFocus} className="my-1 max-h-[60vh] overflow-y-auto">
        {data.data
          .toSorted((one, other) => nameOf(one).localeCompare(nameOf(other)))
          .map((patient, at) => (
            <li key={patient.id ?? at}>
              <PatientLabel {...patient} isLinked={isLinked} />
            </li>
          ))}
        {data.patient_count > data.data.length ? (
          <li className="text-sm text-ink-2">and {data.patient_count - data.data.length} more</li>
        ) : null}
      </ul>
    );
  return (
    <div className="print:hidden">
      <Button weight="quiet" data-reads="" disabled={isFetching} onClick={() => void refetch()}>
        Show {count(patient_count, 'patient')}
      </Button>
      <p className="text-sm text-ink-2">Recorded in the access log of each.</p>
      {error ? (
        <p role="alert" className="font-semibold text-error">
          {shownError(error).sentence}
        </p>
      ) : null}
    </div>
  );
}

/** The button, which had the focus, is gone. */
const takeFocus = (list: HTMLElement | null) => list?.focus();

const nameOf = ({ name }: AuditEntry['patients'][number]): string =>
  name ? `${name.family} ${name.given.join(' ')}` : '';
