import { useFormat } from '#format';
import type { Invitation } from '@/server/domain/people/contract';
import { ROLE_WORDS } from '@/server/domain/people/rules';
import type { Format } from '../../format/format';
import { Cell, DataTable, Row, RowHead } from '../../ui/data-table';
import { RenewInvitation, RevokeInvitation } from './invitation-actions';

function stateOf({ state, expires_at, accepted_at, revoked_at }: Invitation, format: Format): string {
  if (state === 'accepted') return `Accepted ${format.instant(accepted_at!)}`;
  if (state === 'revoked') return `Withdrawn ${format.instant(revoked_at!)}`;
  return `${state === 'open' ? 'Open until' : 'Expired'} ${format.instant(expires_at)}`;
}

export function InvitationList({ invitations }: { invitations: readonly Invitation[] }) {
  const format = useFormat();
  return (
    <DataTable caption="Invitations" columns={['Name', 'Role', 'Email sent', 'Status', { hidden: 'Action' }]}>
      {invitations.map((one) => {
        const waiting = one.state === 'open' || one.state === 'expired';
        return (
          <Row key={one.id}>
            <RowHead className="wrap-anywhere">
              {one.name}
              <span className="block text-sm font-normal text-ink-2">{one.email}</span>
            </RowHead>
            <Cell label="Role">{ROLE_WORDS[one.role]}</Cell>
            <Cell label="Email sent">{one.sent_at ? format.instant(one.sent_at) : 'No'}</Cell>
            <Cell label="Status" className={waiting ? 'font-semibold' : ''}>
              {stateOf(one, format)}
            </Cell>
            <Cell>
              {waiting ? (
                <>
                  <RenewInvitation id={one.id} name={one.name} />
                  <RevokeInvitation id={one.id} name={one.name} />
                </>
              ) : null}
            </Cell>
          </Row>
        );
      })}
    </DataTable>
  );
}
