/** The sandboxes of an organization, with the way into each. */
import { useFormat } from '#format';
import type { ListedSandbox } from '@/server/domain/sandboxes/contract';
import { SwitchOrganization } from '../../account/switch-organization';
import { Cell, DataTable, Row, RowHead } from '../../ui/data-table';
import { JoinSandbox } from './join-sandbox';

export function SandboxList({ sandboxes }: { sandboxes: readonly ListedSandbox[] }) {
  const format = useFormat();
  return (
    <DataTable caption="Sandboxes" columns={['Name', 'Created', 'Data', { hidden: 'Action' }]}>
      {sandboxes.map(({ id, name, created_at, status, member }) => (
        <Row key={id}>
          <RowHead>
            <bdi>{name}</bdi>
          </RowHead>
          <Cell label="Created">{format.instant(created_at)}</Cell>
          <Cell label="Data">{status === 'resetting' ? 'Being added' : 'Ready'}</Cell>
          <Cell>
            {member ? (
              <SwitchOrganization
                id={id}
                name={name}
                returnTo="/admin/api-keys"
                addFactor="/account/security?return_to=%2Fadmin%2Fsandboxes"
              />
            ) : (
              <JoinSandbox id={id} name={name} />
            )}
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}
