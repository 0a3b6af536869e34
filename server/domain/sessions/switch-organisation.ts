import { eq } from 'drizzle-orm';
import { inOrganisation } from '../../auth/end-sessions';
import { asksSecondFactor, provesSecondFactor } from '../../auth/second-factor-rule';
import { replaceSession } from '../../auth/session-row';
import { organisations } from '../../db/schema/index';
import { enterTenant } from '../../db/transaction';
import { perform } from '../act';
import { recordAudit } from '../audit';
import type { Context } from '../context';
import { DomainError } from '../errors';
import { notFound, pathId } from '../ids';
import { ownPlaces, presentOwn } from './access';
import type { OwnOrganisationView } from './contract';

const ACT = { action: 'switch_organisation', kind: 'write', peopleOnly: true } as const;

/**
 * Goes on in another organisation of the person: a session with a new secret there, what was proven carried over, and
 * the old one ended, all or nothing. The browser gets the new secret with the answer.
 * @throws DomainError `not_found` (not one of the person's), `forbidden` (it asks for a second factor that was not
 * proven), `missing_credentials` (switched elsewhere at the same time)
 */
export async function switchOrganisation(ctx: Context, input: { id: string }): Promise<OwnOrganisationView> {
  let sid = '';
  const output = await perform(ctx, ACT, async (tx) => {
    const id = pathId('organisation', input.id);
    const place = (await ownPlaces(tx, ctx)).find((own) => own.id === id);
    if (!place) throw notFound();
    const output = presentOwn(place, true);
    const audit = { objectKind: 'organisation' as const, objectId: id };
    // Pressed twice, or in two tabs.
    if (id === ctx.actor.orgId) return { output, audit };
    const opened = await replaceSession(tx, ctx, 'switched', { orgId: id });
    sid = opened.sid;
    const [rule] = await tx
      .select({ secondFactor: organisations.secondFactor })
      .from(organisations)
      .where(eq(organisations.id, id));
    const asked = rule !== undefined && asksSecondFactor(rule.secondFactor, place.role);
    if (asked && !provesSecondFactor(ctx.session!.methods))
      throw new DomainError(
        'forbidden',
        `${place.name} asks for a second factor. Add one in your account, then sign in with it.`,
      );
    await recordAudit(tx, inOrganisation(ctx, id), {
      ...{ action: ACT.action, kind: ACT.kind, outcome: 'allowed' },
      ...{ objectKind: 'session', objectId: opened.id },
    });
    await enterTenant(tx, ctx.actor.orgId);
    return { output, audit };
  });
  if (sid) await ctx.session!.keepSecret?.(sid);
  return output;
}
