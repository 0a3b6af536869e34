import { useFormat } from '#format';
import type { DeletedPatient } from '@/server/domain/patients/contract';
import { formatDate } from '../format/dates';
import { formatName, formatShortName } from '../format/names';
import { sexWord } from '../format/sex';
import { Cell, DataTable, Row, RowHead } from '../ui/data-table';
import { LinkButton } from '../ui/link-button';
import { patientLine } from './patient-view';
import { RestorePatient } from './restore-patient';

const deletedBy = (patient: DeletedPatient): string =>
  patient.deleted_by_name ?? (patient.deleted_by === 'system' ? 'System' : patient.deleted_by);

export function DeletedList({ patients }: { patients: readonly DeletedPatient[] }) {
  const format = useFormat();
  return (
    <DataTable
      caption="Deleted patients"
      columns={['Name', 'Born', 'Sex', 'MRN', 'Deleted', 'Restorable until', { hidden: 'Action' }]}
    >
      {patients.map((patient) => (
        <Row key={patient.id}>
          <RowHead>
            <bdi>{formatName(patient.name)}</bdi>
          </RowHead>
          <Cell label="Born">{patient.birth_date ? formatDate(patient.birth_date) : 'Restricted chart'}</Cell>
          <Cell label="Sex">{patient.sex ? sexWord(patient.sex) : ''}</Cell>
          <Cell label="MRN">{patient.mrn}</Cell>
          <Cell label="Deleted">
            {format.instant(patient.deleted_at)}
            <span className="block text-sm text-ink-2">
              by <bdi>{deletedBy(patient)}</bdi>
            </span>
          </Cell>
          <Cell label="Restorable until">{format.instant(patient.restorable_until)}</Cell>
          <Cell>
            <RestorePatient
              id={patient.id}
              name={formatShortName(patient.name)}
              line={patientLine(patient)}
            />
            <LinkButton
              weight="quiet"
              href={`/admin/erasures/new?patient=${patient.id}`}
              aria-label={`Erase ${formatShortName(patient.name)}`}
            >
              Erase
            </LinkButton>
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}
