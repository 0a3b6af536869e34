/** Unusual access to charts, by sign. */
import { useFormat } from '#format';
import type { UnusualAccess } from '@/server/domain/privacy-report/contract';
import { SIGN_WORDS } from '@/server/domain/privacy-report/rules';
import { count } from '../../format/numbers';
import { MicroIdentity } from '../../patients/micro-identity';
import { Cell, DataTable, Row, RowHead } from '../../ui/data-table';
import { TextLink } from '../../ui/text-link';
import { openedChartsHref } from './opened-charts-href';
import { UserName } from './user-name';

interface UnusualAccessTableProps {
  unusual: readonly UnusualAccess[];
  today: string;
  /** Whether the viewer may open people and charts. */
  isLinked: boolean;
}

export function UnusualAccessTable({ unusual, today, isLinked }: UnusualAccessTableProps) {
  const format = useFormat();
  return (
    <DataTable caption="Unusual access" columns={['Pattern', 'User', 'Patient', 'Time']}>
      {unusual.map(({ sign, user_id, user_name, patient, count: times, first_at, last_at }) => (
        <Row key={`${sign} ${user_id} ${patient?.id ?? last_at}`}>
          <RowHead className="font-normal">{SIGN_WORDS[sign]}</RowHead>
          <Cell label="User">
            <UserName id={user_id} name={user_name} isLinked={isLinked} />
          </Cell>
          <Cell label="Patient">
            {patient ? (
              <MicroIdentity
                patient={patient}
                today={today}
                href={isLinked ? `/patients/${patient.id}/access-log` : null}
              />
            ) : (
              <TextLink href={openedChartsHref({ sign, user_id, first_at, last_at }, format)}>
                {count(times, 'chart')}
              </TextLink>
            )}
          </Cell>
          <Cell label="Time">
            {format.instant(last_at)}
            {first_at === last_at ? null : (
              <span className="block text-sm text-ink-2">since {format.instant(first_at)}</span>
            )}
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}
