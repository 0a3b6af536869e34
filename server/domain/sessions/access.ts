import { findOwnOrganisations, type OwnOrganisation } from '../../auth/own-organisations';
import { enterPerson, type Tx } from '../../db/transaction';
import type { Context } from '../context';
import { showId } from '../ids';
import type { OwnOrganisationView } from './contract';

/** A person's own business reaches over all organisations they belong to, and over nobody else's. */

export async function ownPlaces(tx: Tx, ctx: Context): Promise<OwnOrganisation[]> {
  await enterPerson(tx, ctx.actor.id!);
  const places = await findOwnOrganisations(tx, ctx.actor.id!);
  await enterPerson(tx, null);
  return places;
}

export const presentOwn = (
  { id, name, sandbox, role }: OwnOrganisation,
  current: boolean,
): OwnOrganisationView => ({
  ...{ id: showId('organisation', id), object: 'organisation' as const },
  ...{ name, sandbox, role, current },
});
