import type { Practitioner } from '../people/present';
import { absent, ownIdentifier, resource, uuidOf, type Resource } from './resource';

/** A user. A name is one text; which part is the family name is unknown. */
export const practitionerResource = ({ id, name, active }: Practitioner): Resource =>
  resource('Practitioner', uuidOf('user', id), {
    identifier: [ownIdentifier('users', id)],
    active,
    name: [{ text: name, _family: absent('unknown') }],
  });
