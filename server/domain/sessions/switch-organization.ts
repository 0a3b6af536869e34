import { inOrganization } from '../../auth/end-sessions';
import type { FactorState } from '../../auth/second-factor-rule';
import { replaceSession } from '../../auth/session-row';
import { shareThing } from '../../db/locks';
import { enterTenant } from '../../db/transaction';
import { perform } from '../../shared/perform';
import { recordAudit } from '../../shared/audit';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { notFound, pathId } from '../../shared/ids';
import { factorStateAt, ownPlaces, presentOwn } from './access';
import type { OwnOrganizationView } from './contract';

const OPERATION = { action: 'switch_organization', kind: 'write', peopleOnly: true } as const;

/**
 * Switches to another of the user's organizations: atomically creates a session there with a new secret and the same
 * authentication methods, and ends the old one. The response contains the new secret. If the session's authentication
 * is insufficient there, nothing of the other organization becomes accessible.
 * @throws DomainError `not_found` (not a member), `forbidden` (a second factor is required, and the user has none),
 * `reauthentication_required` (the user has one, but not used it in this session), `missing_credentials` (switched
 * elsewhere at the same time)
 */
export async function switchOrganization(ctx: Context, input: { id: string }): Promise<OwnOrganizationView> {
  let sid = '';
  const output = await perform(ctx, OPERATION, async (tx) => {
    const id = pathId('organization', input.id);
    await shareThing(tx, 'sign_in_rule', id);
    const place = (await ownPlaces(tx, ctx)).find((own) => own.id === id);
    if (!place) throw notFound();
    const state = await factorStateAt(tx, ctx, place);
    const output = presentOwn(place, state, true);
    const audit = { objectKind: 'organization' as const, objectId: id };
    // A double click, or two tabs.
    if (id === ctx.actor.orgId) return { output, audit };
    assertEnough(place.name, state);
    const opened = await replaceSession(tx, ctx, 'switched', { orgId: id });
    sid = opened.sid;
    await recordAudit(tx, inOrganization(ctx, id), {
      action: OPERATION.action,
      kind: OPERATION.kind,
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
      `${name} requires your second factor, which you have not used in this session. Confirm your identity.`,
    );
  if (state === 'to_add')
    throw new DomainError(
      'forbidden',
      `${name} requires a second factor, and you have none. Add one under Account, Security, then switch.`,
    );
}
