/** Absences of a user, and absences they cover. */
import { useFormat } from '#format';
import type { Delegation } from '@/server/domain/people/contract';
import { Cell, DataTable, Row, RowHead } from '../../ui/data-table';
import { EmptyState } from '../../ui/empty-state';
import { EndAbsence } from './end-absence';

const STATES: Record<Delegation['state'], string> = {
  planned: 'Planned',
  running: 'In progress',
  over: 'Ended',
  ended: 'Ended early',
};

interface AbsenceListProps {
  absences: readonly Delegation[];
  /** ID of the page's user. */
  of: string;
  mayEndAll?: boolean;
}

export function AbsenceList({ absences, of, mayEndAll = false }: AbsenceListProps) {
  const format = useFormat();
  if (absences.length === 0) return <EmptyState title="No absences." />;
  return (
    <DataTable
      caption="Absences"
      columns={['Absent', 'Covered by', 'From', 'Until', 'Status', { hidden: 'Action' }]}
    >
      {absences.map((one) => {
        const stands = one.state === 'planned' || one.state === 'running';
        return (
          <Row key={one.id}>
            <RowHead>{one.person.name}</RowHead>
            <Cell label="Covered by">{one.delegate.name}</Cell>
            <Cell label="From">{format.instant(one.starts_at)}</Cell>
            <Cell label="Until">{format.instant(one.ends_at)}</Cell>
            <Cell label="Status" className={stands ? 'font-semibold' : ''}>
              {STATES[one.state]}
            </Cell>
            <Cell>
              {stands && (mayEndAll || one.person.id === of) ? (
                <EndAbsence id={one.id} name={one.person.name} />
              ) : null}
            </Cell>
          </Row>
        );
      })}
    </DataTable>
  );
}
