import { ownIdentifier, resource, uuidOf, type Resource } from './resource';

export const organizationResource = ({ id, name }: { id: string; name: string }): Resource =>
  resource('Organization', uuidOf('organization', id), {
    identifier: [ownIdentifier('organizations', id)],
    active: true,
    name,
  });
