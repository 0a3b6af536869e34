/** Invitations, newest first, with what became of each. */
import type { Invitation } from '@/server/domain/people/contract';
import { ROLE_WORDS } from '@/server/domain/people/rules';
import { formatInstant } from '../../format/dates';
import { Cell, DataTable, Row, RowHead } from '../../ui/data-table';
import { RenewInvitation, RevokeInvitation } from './invitation-actions';

function stateOf({ state, expires_at, accepted_at, revoked_at }: Invitation, zone: string): string {
  if (state === 'accepted') return `Accepted ${formatInstant(accepted_at!, zone)}`;
  if (state === 'revoked') return `Withdrawn ${formatInstant(revoked_at!, zone)}`;
  return `${state === 'open' ? 'Open until' : 'Expired'} ${formatInstant(expires_at, zone)}`;
}

export function InvitationList({ invitations, zone }: { invitations: readonly Invitation[]; zone: string }) {
  return (
    <DataTable caption="Invitations" columns={['Name', 'Role', 'E-mail sent', 'State', { hidden: 'Action' }]}>
      {invitations.map((one) => {
        const waiting = one.state === 'open' || one.state === 'expired';
        return (
          <Row key={one.id}>
            <RowHead className="wrap-anywhere">
              {one.name}
              <span className="block text-sm font-normal text-ink-2">{one.email}</span>
            </RowHead>
            <Cell label="Role">{ROLE_WORDS[one.role]}</Cell>
            <Cell label="E-mail sent">{one.sent_at ? formatInstant(one.sent_at, zone) : 'No'}</Cell>
            <Cell label="State" className={waiting ? 'font-semibold' : ''}>
              {stateOf(one, zone)}
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
