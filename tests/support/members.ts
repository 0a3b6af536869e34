import type { Role } from '../../server/data-types/role-codes';
import type { Context } from '../../server/shared/context';
import { newId, showId } from '../../server/shared/ids';
import { asSuperuser, type TestOrg } from './database';

export const idOf = ({ actor }: Context): string => showId('user', actor.id!);

/** Adds the user to a second organization. */
export async function alsoMemberOf(person: Context, org: TestOrg, role: Role): Promise<Context> {
  await asSuperuser(
    'INSERT INTO memberships (org_id, user_id, role, created_at) VALUES ($1, $2, $3, now())',
    [org.orgId, person.actor.id, role],
  );
  return { ...person, actor: { ...person.actor, orgId: org.orgId, role } };
}

export const someAddress = (): string => `${newId()}@example.org`;
