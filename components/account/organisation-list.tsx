/** The organisations of a person, live or sandbox, with the way into each, or with what is needed before. */
import type { OwnOrganisationView } from '@/server/domain/sessions/contract';
import { ROLE_WORDS } from '@/server/domain/people/rules';
import { Cell, DataTable, Row, RowHead } from '../ui/data-table';
import { TextLink } from '../ui/text-link';
import { SwitchOrganisation } from './switch-organisation';

/** This page, and where to go on once the switch is made. */
export const organisationsPage = (returnTo: string | undefined): string =>
  `/account/organisations${returnTo ? `?return_to=${encodeURIComponent(returnTo)}` : ''}`;

interface OrganisationListProps {
  organisations: readonly OwnOrganisationView[];
  /** A path of this service that has been checked. */
  returnTo?: string | undefined;
}

export function OrganisationList({ organisations, returnTo }: OrganisationListProps) {
  const addFactor = `/account/security?return_to=${encodeURIComponent(organisationsPage(returnTo))}`;
  return (
    <DataTable caption="Your organisations" columns={['Name', 'Kind', 'Your role', { hidden: 'Action' }]}>
      {organisations.map((organisation) => (
        <Row key={organisation.id}>
          <RowHead>{organisation.name}</RowHead>
          <Cell label="Kind">{organisation.sandbox ? 'Sandbox, not for patient care' : 'Live'}</Cell>
          <Cell label="Your role">{ROLE_WORDS[organisation.role]}</Cell>
          <Cell>
            <Way organisation={organisation} returnTo={returnTo} addFactor={addFactor} />
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}

interface WayProps {
  organisation: OwnOrganisationView;
  returnTo: string | undefined;
  addFactor: string;
}

function Way({ organisation, returnTo, addFactor }: WayProps) {
  const { id, name, current, second_factor } = organisation;
  if (current) return <strong>You are here</strong>;
  if (second_factor === 'to_add')
    return (
      <>
        <p>Asks for a second factor, and you have none yet.</p>
        <TextLink href={addFactor} aria-label={`Add a second factor for ${name}`}>
          Add a second factor
        </TextLink>
      </>
    );
  return (
    <>
      <SwitchOrganisation id={id} name={name} returnTo={returnTo} addFactor={addFactor} />
      {second_factor === 'to_show' ? (
        <p className="text-ink-2">You will be asked for your second factor.</p>
      ) : null}
    </>
  );
}
