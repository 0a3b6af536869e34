import { factorState } from '../../auth/factors';
import { findOwnOrganizations, type OwnOrganization } from '../../auth/own-organizations';
import type { FactorState } from '../../auth/second-factor-rule';
import { enterPerson, type Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import type { OwnOrganizationView } from './contract';

/** Those that the session may open. */
export async function ownPlaces(tx: Tx, ctx: Context): Promise<OwnOrganization[]> {
  await enterPerson(tx, ctx.actor.id!);
  const places = await findOwnOrganizations(tx, ctx.actor.id!, ctx.session);
  await enterPerson(tx, null);
  return places;
}

export async function factorStateAt(
  tx: Tx,
  { actor, session }: Context,
  { asksSecondFactor }: OwnOrganization,
): Promise<FactorState> {
  await enterPerson(tx, actor.id!);
  const state = await factorState(tx, actor.id!, asksSecondFactor, session?.methods ?? []);
  await enterPerson(tx, null);
  return state;
}

export const presentOwn = (
  { id, name, sandbox, role }: OwnOrganization,
  secondFactor: FactorState,
  current: boolean,
): OwnOrganizationView => ({
  id: showId('organization', id),
  object: 'organization' as const,
  name,
  sandbox,
  role,
  second_factor: secondFactor,
  current,
});
