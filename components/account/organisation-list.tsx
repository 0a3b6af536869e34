/** The organisations of a person, live or sandbox, with the way into each. */
import type { OwnOrganisationView } from '@/server/domain/sessions/contract';
import { word } from '../format/words';
import { Cell, DataTable, Row, RowHead } from '../ui/data-table';
import { SwitchOrganisation } from './switch-organisation';

export function OrganisationList({ organisations }: { organisations: readonly OwnOrganisationView[] }) {
  return (
    <DataTable caption="Your organisations" columns={['Name', 'Kind', 'Your role', { hidden: 'Action' }]}>
      {organisations.map((organisation) => (
        <Row key={organisation.id}>
          <RowHead>{organisation.name}</RowHead>
          <Cell label="Kind">{organisation.sandbox ? 'Sandbox, not for patient care' : 'Live'}</Cell>
          <Cell label="Your role">{word('role', organisation.role)}</Cell>
          <Cell>
            {organisation.current ? (
              <strong>You are here</strong>
            ) : (
              <SwitchOrganisation id={organisation.id} name={organisation.name} />
            )}
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}
