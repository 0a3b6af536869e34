/** A list of patients. Rows with the same name are marked. */
import type { ReactNode } from 'react';
import { useFormat } from '#format';
import type { ChartRow } from '@/server/domain/patients/contract';
import { formatAge } from '../format/age';
import { formatDate } from '../format/dates';
import type { Format } from '../format/format';
import { namesakesOf } from '../format/names';
import { sexWord } from '../format/sex';
import { Cell, DataTable, Row, RowHead } from '../ui/data-table';
import { Missing } from '../ui/missing';
import { Matched, MatchedDate, MatchedPhone } from './matched';
import { MicroIdentity } from './micro-identity';

const ACTIVE = 'Active';

export function PatientList({
  patients,
  today,
  caption,
  q,
}: {
  patients: readonly ChartRow[];
  /** The organization's calendar day. */
  today: string;
  caption: string;
  /** The search, whose matches are marked. */
  q?: string | undefined;
}) {
  const format = useFormat();
  const namesakes = namesakesOf(patients);
  // Columns that most lists would leave empty, or fill with one word.
  const states = patients.map((patient) => stateOf(patient, format));
  const hasState = states.some((state) => state !== ACTIVE);
  const codes = patients.map(({ identifier, postal_code }) => identifier ?? postal_code);
  const hasCode = codes.some((code) => code !== null);
  const columns = [
    'Patient',
    'Born',
    'Sex',
    'MRN',
    'Phone',
    ...(hasCode ? ['Identifier or postcode'] : []),
    ...(hasState ? ['Record'] : []),
  ];
  return (
    <div className="patient-table">
      <DataTable caption={caption} columns={columns}>
        {patients.map((patient, index) => (
          <Row key={patient.id}>
            <RowHead className="font-normal">
              <MicroIdentity
                patient={patient}
                sex={patient.sex}
                today={today}
                sameName={namesakes.has(patient.id)}
                q={q}
                isNarrowOnly
              />
            </RowHead>
            <Wide>
              {patient.birth_date ? (
                <>
                  <MatchedDate date={patient.birth_date} text={formatDate(patient.birth_date)} q={q} />
                  {patient.deceased_at ? null : ` (${formatAge(patient.birth_date, today)})`}
                </>
              ) : null}
            </Wide>
            <Wide>{patient.sex ? sexWord(patient.sex) : null}</Wide>
            <Wide>{patient.mrn ? <Matched text={patient.mrn} q={q} /> : null}</Wide>
            <Known label="Phone" className="whitespace-nowrap">
              {patient.phone ? <MatchedPhone text={patient.phone} q={q} /> : null}
            </Known>
            {hasCode ? (
              <Known label="Identifier or postcode">
                {codes[index] ? <Matched text={codes[index]} q={q} /> : null}
              </Known>
            ) : null}
            {hasState ? <Cell label="Record">{states[index]}</Cell> : null}
          </Row>
        ))}
      </DataTable>
    </div>
  );
}

/** In the card of a phone, it is part of the line below the name. */
const Wide = ({ children }: { children: ReactNode }) => (
  <Cell className="whitespace-nowrap max-md:hidden!">{children ?? <Missing />}</Cell>
);

/** An unknown value is a dash in a column, and nothing in the card of a phone. */
const Known = ({
  label,
  className = '',
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) => (
  <Cell label={label} className={children ? className : 'max-md:hidden!'}>
    {children ?? <Missing />}
  </Cell>
);

function stateOf({ deceased_at: died, status }: ChartRow, format: Format): string {
  if (died) return `Died ${formatDate(format.dayOf(died))}`;
  return status === 'active' ? ACTIVE : status === 'merged' ? 'Merged' : 'Inactive';
}
