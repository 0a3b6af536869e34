/** A list of patients. Rows with the same name are marked. */
import { useFormat } from '#format';
import type { ChartRow } from '@/server/domain/patients/contract';
import { formatDate } from '../format/dates';
import { sameNameMarks, sexWord } from '../format/names';
import { Cell, DataTable, Row, RowHead } from '../ui/data-table';
import { Missing } from '../ui/missing';
import { MicroIdentity } from './micro-identity';

export function PatientList({
  patients,
  today,
  caption,
}: {
  patients: readonly ChartRow[];
  /** The organization's calendar day. */
  today: string;
  caption: string;
}) {
  const format = useFormat();
  const marks = sameNameMarks(patients.map((patient) => patient.name));
  return (
    <DataTable caption={caption} columns={['Patient', 'Sex', 'Phone', 'Identifier or postcode', 'Record']}>
      {patients.map((patient, index) => (
        <Row key={patient.id}>
          <RowHead className="font-normal">
            <MicroIdentity patient={patient} today={today} sameName={marks[index] ?? false} />
          </RowHead>
          <Cell label="Sex">{patient.sex ? sexWord(patient.sex) : <Missing />}</Cell>
          <Cell label="Phone">{patient.phone ?? <Missing />}</Cell>
          <Cell label="Identifier or postcode">
            {patient.identifier ?? patient.postal_code ?? <Missing />}
          </Cell>
          <Cell label="Record">
            {patient.deceased_at
              ? `Died ${formatDate(format.dayOf(patient.deceased_at))}`
              : patient.status === 'active'
                ? 'Active'
                : patient.status === 'merged'
                  ? 'Merged'
                  : 'Inactive'}
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}
