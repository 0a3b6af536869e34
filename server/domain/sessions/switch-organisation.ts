import { inOrganisation } from '../../auth/end-sessions';
import type { FactorState } from '../../auth/second-factor-rule';
import { replaceSession } from '../../auth/session-row';
import { enterTenant } from '../../db/transaction';
import { perform } from '../shared/perform';
import { recordAudit } from '../shared/audit';
import type { Context } from '../shared/context';
import { DomainError } from '../../errors/domain-error';
import { notFound, pathId } from '../shared/ids';
import { factorStateAt, ownPlaces, presentOwn } from './access';
import type { OwnOrganisationView } from './contract';

const ACT = { action: 'switch_organisation', kind: 'write', peopleOnly: true } as const;

/**
 * Goes on in another organisation of the person: a session with a new secret there, what was proven carried over, and
 * the old one ended, all or nothing. The browser gets the new secret with the answer. Where what was proven is not enough,
 * nothing of the other organisation is opened.
 * @throws DomainError `not_found` (not one of the person's), `forbidden` (it asks for a second factor, and the person has
 * none), `reauthentication_required` (they have one that this session has not shown), `missing_credentials` (switched
 * elsewhere at the same time)
 */
export async function switchOrganisation(ctx: Context, input: { id: string }): Promise<OwnOrganisationView> {
  let sid = '';
  const output = await perform(ctx, ACT, async (tx) => {
    const id = pathId('organisation', input.id);
    const place = (await ownPlaces(tx, ctx)).find((own) => own.id === id);
    if (!place) throw notFound();
    const state = await factorStateAt(tx, ctx, place);
    const output = presentOwn(place, state, true);
    const audit = { objectKind: 'organisation' as const, objectId: id };
    // Pressed twice, or in two tabs.
    if (id === ctx.actor.orgId) return { output, audit };
    assertEnough(place.name, state);
    const opened = await replaceSession(tx, ctx, 'switched', { orgId: id });
    sid = opened.sid;
    await recordAudit(tx, inOrganisation(ctx, id), {
      action: ACT.action,
      kind: ACT.kind,
      outcome: 'allowed',
      objectKind: 'session',
      objectId: opened.id,
    });
    await enterTenant(tx, ctx.actor.orgId);
    return { output, audit };
  });
  if (sid) await ctx.session!.keepSecret?.(sid);
  return output;
}

function assertEnough(name: string, state: FactorState): void {
  if (state === 'to_show')
    throw new DomainError(
      'reauthentication_required',
      `${name} asks for your second factor, which you have not used in this session. Confirm that it is you.`,
    );
  if (state === 'to_add')
    throw new DomainError(
      'forbidden',
      `${name} asks for a second factor, and you have none yet. Add one under Account, Security, and switch then.`,
    );
}
