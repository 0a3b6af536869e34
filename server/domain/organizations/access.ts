import { asc } from 'drizzle-orm';
import { organizations } from '../../db/schema/index';
import { asWorker } from '../../db/transaction';

/** UUIDs of all organizations, for the operator's commands. */
export const allOrganizations = async (): Promise<string[]> =>
  (
    await asWorker((tx) =>
      tx.select({ id: organizations.id }).from(organizations).orderBy(asc(organizations.id)),
    )
  ).map(({ id }) => id);
