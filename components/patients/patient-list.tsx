/** A list of patients. Rows with the same name are marked. */
import { useFormat } from '#format';
import type { ChartRow } from '@/server/domain/patients/contract';
import { formatDate } from '../format/dates';
import type { Format } from '../format/format';
import { sameNameMarks, sexWord } from '../format/names';
import { Cell, DataTable, Row, RowHead } from '../ui/data-table';
import { Missing } from '../ui/missing';
import { MicroIdentity } from './micro-identity';

const ACTIVE = 'Active';

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
  // Only if a record is not active: most lists would repeat one word.
  const states = patients.map((patient) => stateOf(patient, format));
  const hasState = states.some((state) => state !== ACTIVE);
  const columns = ['Patient', 'Sex', 'Phone', 'Identifier or postcode', ...(hasState ? ['Record'] : [])];
  return (
    <DataTable caption={caption} columns={columns}>
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
          {hasState ? <Cell label="Record">{states[index]}</Cell> : null}
        </Row>
      ))}
    </DataTable>
  );
}

function stateOf({ deceased_at: died, status }: ChartRow, format: Format): string {
  if (died) return `Died ${formatDate(format.dayOf(died))}`;
  return status === 'active' ? ACTIVE : status === 'merged' ? 'Merged' : 'Inactive';
}
