import { factorState } from '../../auth/factors';
import { findOwnOrganisations, type OwnOrganisation } from '../../auth/own-organisations';
import type { FactorState } from '../../auth/second-factor-rule';
import { enterPerson, type Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import type { OwnOrganisationView } from './contract';

export async function ownPlaces(tx: Tx, ctx: Context): Promise<OwnOrganisation[]> {
  await enterPerson(tx, ctx.actor.id!);
  const places = await findOwnOrganisations(tx, ctx.actor.id!);
  await enterPerson(tx, null);
  return places;
}

export async function factorStateAt(
  tx: Tx,
  { actor, session }: Context,
  { asksSecondFactor }: OwnOrganisation,
): Promise<FactorState> {
  await enterPerson(tx, actor.id!);
  const state = await factorState(tx, actor.id!, asksSecondFactor, session?.methods ?? []);
  await enterPerson(tx, null);
  return state;
}

export const presentOwn = (
  { id, name, sandbox, role }: OwnOrganisation,
  secondFactor: FactorState,
  current: boolean,
): OwnOrganisationView => ({
  id: showId('organisation', id),
  object: 'organisation' as const,
  name,
  sandbox,
  role,
  second_factor: secondFactor,
  current,
});
