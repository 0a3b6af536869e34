/** Absences of somebody, and those in which they stand in for others. */
import { useFormat } from '#format';
import type { Delegation } from '@/server/domain/people/contract';
import { Cell, DataTable, Row, RowHead } from '../../ui/data-table';
import { EmptyState } from '../../ui/empty-state';
import { EndAbsence } from './end-absence';

const STATES: Record<Delegation['state'], string> = {
  planned: 'Planned',
  running: 'Now',
  over: 'Over',
  ended: 'Ended early',
};

interface AbsenceListProps {
  absences: readonly Delegation[];
  /** Whose page it is. */
  of: string;
  mayEndAll?: boolean;
}

export function AbsenceList({ absences, of, mayEndAll = false }: AbsenceListProps) {
  const format = useFormat();
  if (absences.length === 0) return <EmptyState title="No absences." />;
  return (
    <DataTable
      caption="Absences"
      columns={['Away', 'Stands in', 'From', 'Until', 'State', { hidden: 'Action' }]}
    >
      {absences.map((one) => {
        const stands = one.state === 'planned' || one.state === 'running';
        return (
          <Row key={one.id}>
            <RowHead>{one.person.name}</RowHead>
            <Cell label="Stands in">{one.delegate.name}</Cell>
            <Cell label="From">{format.instant(one.starts_at)}</Cell>
            <Cell label="Until">{format.instant(one.ends_at)}</Cell>
            <Cell label="State" className={stands ? 'font-semibold' : ''}>
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
