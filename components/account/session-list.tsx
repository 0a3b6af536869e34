import { useFormat } from '#format';
import type { Session } from '@/server/domain/sessions/contract';
import { Cell, DataTable, Row, RowHead } from '../ui/data-table';
import { EndSession } from './end-session';

export function SessionList({ sessions }: { sessions: readonly Session[] }) {
  const format = useFormat();
  return (
    <DataTable
      caption="Open sessions"
      columns={['Device', 'Organization', 'IP address', 'Signed in', 'Last active', { hidden: 'Action' }]}
    >
      {sessions.map((session) => (
        <Row key={session.id}>
          <RowHead>
            {session.device}
            {session.current ? <strong className="block text-sm">This session</strong> : null}
          </RowHead>
          <Cell label="Organization">
            <bdi>{session.organization.name}</bdi>
            {session.organization.sandbox ? ' (sandbox)' : ''}
          </Cell>
          <Cell label="IP address">{session.ip ?? 'Unknown'}</Cell>
          <Cell label="Signed in">{format.instant(session.signed_in_at)}</Cell>
          <Cell label="Last active">{format.instant(session.last_seen_at)}</Cell>
          <Cell>{session.current ? null : <EndSession id={session.id} device={session.device} />}</Cell>
        </Row>
      ))}
    </DataTable>
  );
}
