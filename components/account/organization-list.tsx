/** The organizations of a user, with a button to switch, or with the step required first. */
import type { OwnOrganizationView } from '@/server/domain/sessions/contract';
import { ROLE_WORDS } from '@/server/domain/people/rules';
import { Cell, DataTable, Row, RowHead } from '../ui/data-table';
import { TextLink } from '../ui/text-link';
import { SwitchOrganization } from './switch-organization';

/** The list of organizations; after a switch it continues to `returnTo`. */
export const organizationsPage = (returnTo: string | undefined): string =>
  `/account/organizations${returnTo ? `?return_to=${encodeURIComponent(returnTo)}` : ''}`;

interface OrganizationListProps {
  organizations: readonly OwnOrganizationView[];
  /** A checked path of this service. */
  returnTo?: string | undefined;
}

export function OrganizationList({ organizations, returnTo }: OrganizationListProps) {
  const addFactor = `/account/security?return_to=${encodeURIComponent(organizationsPage(returnTo))}`;
  return (
    <DataTable caption="Your organizations" columns={['Name', 'Type', 'Your role', { hidden: 'Action' }]}>
      {organizations.map((organization) => (
        <Row key={organization.id}>
          <RowHead>{organization.name}</RowHead>
          <Cell label="Type">{organization.sandbox ? 'Sandbox, not for patient care' : 'Live'}</Cell>
          <Cell label="Your role">{ROLE_WORDS[organization.role]}</Cell>
          <Cell>
            <Way organization={organization} returnTo={returnTo} addFactor={addFactor} />
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}

interface WayProps {
  organization: OwnOrganizationView;
  returnTo: string | undefined;
  addFactor: string;
}

function Way({ organization, returnTo, addFactor }: WayProps) {
  const { id, name, current, second_factor } = organization;
  if (current) return <strong>Current</strong>;
  if (second_factor === 'to_add')
    return (
      <>
        <p>Requires a second factor. You have none yet.</p>
        <TextLink href={addFactor} aria-label={`Add a second factor for ${name}`}>
          Add a second factor
        </TextLink>
      </>
    );
  return (
    <>
      <SwitchOrganization id={id} name={name} returnTo={returnTo} addFactor={addFactor} />
      {second_factor === 'to_show' ? (
        <p className="text-ink-2">You will be asked for your second factor.</p>
      ) : null}
    </>
  );
}
