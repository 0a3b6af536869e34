import type { Role, Scope } from '../../auth/scopes';
import { answeredByCommit, withTenant, type Tx } from '../../db/transaction';
import { recordAudit, type AuditFacts, type AuditKind } from './audit';
import { translateDatabaseError } from './constraints';
import type { Context } from './context';
import { DomainError } from '../../errors/domain-error';
import { remember, replay } from './idempotency';

/**
 * The frame of every verb: scope first, then one tenant transaction in which the work is done and its audit row
 * written. A verb cannot forget the audit: what it returns must hold the facts for it.
 */

export interface Act<Output> {
  /** The verb, as in file, procedure and operation: `get_patient`. */
  action: string;
  kind: AuditKind;
  /** One of these scopes is needed. */
  scope?: Scope | readonly Scope[];
  /** People need this role; API keys are judged by scope alone unless `peopleOnly`. */
  role?: Role;
  /** Never for API keys and access tokens. */
  peopleOnly?: boolean;
  /** People must have proven who they are within `STEP_UP_MS`; keys and access tokens are never asked. */
  stepUp?: boolean;
  /** What is kept for a repeated Idempotency-Key; default: the output as it is. */
  replay?: (output: Output) => Output;
  /**
   * Asked before a stored answer is given again: throws `not_found` when its object (`uuid`) is no longer in sight.
   * Patients of the answer are looked for in any case.
   */
  inSight?: (tx: Tx, ctx: Context, objectId: string) => Promise<unknown>;
}

export interface Done<Output> {
  output: Output;
  audit: AuditFacts;
}

/** Sensitive acts are for somebody who has just shown who they are. */
export const STEP_UP_MS = 10 * 60_000;

const RANK: Record<Role, number> = { viewer: 0, clinician: 1, admin: 2 };

/** @throws DomainError `insufficient_scope`, `forbidden` or `reauthentication_required` */
export function assertAllowed(
  ctx: Context,
  act: Pick<Act<unknown>, 'scope' | 'role' | 'peopleOnly' | 'stepUp'>,
): void {
  const { actor } = ctx;
  if (actor.kind === 'system') return;
  const wanted = act.scope === undefined ? [] : typeof act.scope === 'string' ? [act.scope] : act.scope;
  if (wanted.length > 0 && !wanted.some((scope) => actor.scopes.has(scope))) {
    throw new DomainError('insufficient_scope', `This needs the scope ${wanted.join(' or ')}.`, {
      required_scopes: [...wanted],
    });
  }
  if (act.peopleOnly && (actor.kind !== 'user' || actor.app))
    throw new DomainError('forbidden', 'This is only open to signed-in people.');
  if (act.role && actor.kind === 'user' && (actor.role === null || RANK[actor.role] < RANK[act.role])) {
    throw new DomainError('forbidden', `This needs the role ${act.role}.`);
  }
  if (act.stepUp) assertProven(ctx);
}

/**
 * For verbs that ask only when what is wanted gives more than there was; the others say `stepUp`.
 * @throws DomainError `reauthentication_required`
 */
export function assertProven(ctx: Context): void {
  const { actor } = ctx;
  if (actor.kind === 'user' && !actor.app && !provenLately(ctx))
    throw new DomainError(
      'reauthentication_required',
      'Confirm that it is you. This needs a confirmation of the last 10 minutes.',
    );
}

/** A person without a session has proven nothing. */
const provenLately = ({ session }: Context): boolean =>
  session !== undefined && Date.now() - session.authenticatedAt.getTime() <= STEP_UP_MS;

export async function perform<Output>(
  ctx: Context,
  act: Act<Output>,
  work: (tx: Tx) => Promise<Done<Output>>,
): Promise<Output> {
  assertAllowed(ctx, act);
  try {
    return await inTransaction(ctx, act, work);
  } catch (error) {
    throw translateDatabaseError(error);
  }
}

function inTransaction<Output>(
  ctx: Context,
  act: Act<Output>,
  work: (tx: Tx) => Promise<Done<Output>>,
): Promise<Output> {
  const inside = async (tx: Tx): Promise<Output> => {
    const replayed = ctx.idempotency ? await replay<Output>(tx, ctx, act.inSight) : undefined;
    const done = replayed ?? (await work(tx));
    const entry = { ...done.audit, action: act.action, kind: act.kind, outcome: 'allowed' as const };
    void answeredByCommit(tx, () => recordAudit(tx, ctx, entry));
    if (ctx.idempotency && !replayed) {
      const kept = act.replay ? act.replay(done.output) : done.output;
      void answeredByCommit(tx, () => remember(tx, ctx, kept, done.audit));
    }
    return done.output;
  };
  return withTenant(ctx.actor.orgId, inside, ctx.begun);
}
