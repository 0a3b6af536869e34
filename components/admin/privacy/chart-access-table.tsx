/** Accesses to restricted charts, with the reason. */
import { useFormat } from '#format';
import type { ChartAccessList } from '@/server/domain/restricted-charts/contract';
import { REASON_WORDS } from '@/server/domain/restricted-charts/rules';
import { MicroIdentity } from '../../patients/micro-identity';
import { Cell, DataTable, Row, RowHead } from '../../ui/data-table';
import { UserName } from './user-name';

interface ChartAccessTableProps {
  accesses: ChartAccessList['data'];
  today: string;
  /** Whether the viewer may open people and charts. */
  isLinked: boolean;
}

export function ChartAccessTable({ accesses, today, isLinked }: ChartAccessTableProps) {
  const format = useFormat();
  return (
    <DataTable caption="Restricted charts opened" columns={['User', 'Patient', 'Reason', 'Opened']}>
      {accesses.map(({ id, user_id, user_name, patient, reason, note, opened_at, expires_at }) => (
        <Row key={id}>
          <RowHead>
            <UserName id={user_id} name={user_name ?? 'Former member'} isLinked={isLinked} />
          </RowHead>
          <Cell label="Patient">
            <MicroIdentity
              patient={patient}
              today={today}
              href={isLinked ? `/patients/${patient.id}/access-log` : null}
            />
          </Cell>
          <Cell label="Reason" className="wrap-anywhere">
            {REASON_WORDS[reason]}
            <span className="block max-w-prose text-sm whitespace-pre-wrap text-ink-2">
              “<bdi>{note}</bdi>”
            </span>
          </Cell>
          <Cell label="Opened">
            {format.instant(opened_at)}
            <span className="block text-sm text-ink-2">until {format.instant(expires_at)}</span>
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}
