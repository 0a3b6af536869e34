import type { Role } from '../data-types/role-codes';
import { isRole, type Scope } from './scopes';
import { answeredByCommit, onReplica, withTenant, type Tx } from '../db/transaction';
import { recordAudit, type AuditFacts, type AuditKind } from './audit';
import { translateDatabaseError } from '../errors/constraints';
import type { Context } from './context';
import { DomainError } from '../errors/domain-error';
import { remember, replay } from './idempotency';
import { assertChartsOpen } from './restricted-charts';

/**
 * Runs an operation: checks access, then does the work and writes the audit row in one tenant transaction. The work
 * must return the facts for its audit row, so no operation can forget it.
 */

export interface Operation<Output> {
  /** The operation's name, as in its file and procedure: `get_patient`. */
  action: string;
  kind: AuditKind;
  /** Requires one of these scopes. */
  scope?: Scope | readonly Scope[];
  /** Requires users to have one of these roles, or to be administrators. API keys are checked by scope alone, unless `peopleOnly`. */
  role?: Role | readonly Role[];
  /** Excludes API keys and access tokens. */
  peopleOnly?: boolean;
  /** Requires users to have authenticated within `STEP_UP_MS`; does not apply to keys and access tokens. */
  stepUp?: boolean;
  /**
   * What the operation shows of restricted charts that the actor has not opened. `initials`: it hides the rest itself, by
   * `closedCharts`; `all`: its purpose requires it. By default it fails with `chart_restricted`.
   */
  restrictedCharts?: 'initials' | 'all';
  /** The work only reads, and may run on a standby. */
  replica?: boolean;
  /** The output to store for a repeated Idempotency-Key; default: unchanged. */
  replay?: (output: Output) => Output;
  /**
   * Called before a stored response is returned: throws `not_found` if its object (UUID) is no longer visible. The
   * response's patients are always checked.
   */
  inSight?: (tx: Tx, ctx: Context, objectId: string) => Promise<unknown>;
}

export interface Done<Output> {
  output: Output;
  audit: AuditFacts;
}

/** Sensitive operations require authentication within this time. */
export const STEP_UP_MS = 10 * 60_000;

/** @throws DomainError `insufficient_scope`, `forbidden` or `reauthentication_required` */
export function assertAllowed(
  ctx: Context,
  operation: Pick<Operation<unknown>, 'scope' | 'role' | 'peopleOnly' | 'stepUp'>,
): void {
  const { actor } = ctx;
  if (actor.kind === 'system') return;
  const wanted = listOf(operation.scope);
  if (wanted.length > 0 && !wanted.some((scope) => actor.scopes.has(scope))) {
    throw new DomainError('insufficient_scope', `This requires the scope ${wanted.join(' or ')}.`, {
      required_scopes: [...wanted],
    });
  }
  if (operation.peopleOnly && (actor.kind !== 'user' || actor.app))
    throw new DomainError('forbidden', 'Only signed-in users can do this.');
  const roles = listOf(operation.role);
  if (roles.length > 0 && actor.kind === 'user' && !isRole(actor.role, roles))
    throw new DomainError('forbidden', `This requires the role ${roles.join(' or ')}.`);
  if (operation.stepUp) assertProven(ctx);
}

const listOf = <Value extends string>(value: Value | readonly Value[] | undefined): readonly Value[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value;

export function isAllowed(ctx: Context, operation: Parameters<typeof assertAllowed>[1]): boolean {
  try {
    assertAllowed(ctx, operation);
    return true;
  } catch {
    return false;
  }
}

/**
 * For operations that require recent authentication only when they grant more than before; others set `stepUp`.
 * @throws DomainError `reauthentication_required`
 */
export function assertProven(ctx: Context): void {
  const { actor } = ctx;
  if (actor.kind === 'user' && !actor.app && !provenLately(ctx))
    throw new DomainError(
      'reauthentication_required',
      'Confirm your identity. This requires authentication within the last 10 minutes.',
    );
}

/** False for a user without a session. */
const provenLately = ({ session }: Context): boolean =>
  session !== undefined && Date.now() - session.authenticatedAt.getTime() <= STEP_UP_MS;

export async function perform<Output>(
  ctx: Context,
  operation: Operation<Output>,
  work: (tx: Tx) => Promise<Done<Output>>,
): Promise<Output> {
  assertAllowed(ctx, operation);
  try {
    return await inTransaction(ctx, operation, work);
  } catch (error) {
    throw translateDatabaseError(error);
  }
}

function inTransaction<Output>(
  ctx: Context,
  operation: Operation<Output>,
  work: (tx: Tx) => Promise<Done<Output>>,
): Promise<Output> {
  const inside = async (tx: Tx): Promise<Output> => {
    const replayed = ctx.idempotency ? await replay<Output>(tx, ctx, operation.inSight) : undefined;
    const done = replayed ?? (await (operation.replica ? onReplica(tx, ctx.actor.orgId, work) : work(tx)));
    if (!operation.restrictedCharts) await assertChartsOpen(tx, ctx, done.audit.patientIds ?? []);
    const entry = {
      ...done.audit,
      action: operation.action,
      kind: operation.kind,
      outcome: 'allowed' as const,
    };
    void answeredByCommit(tx, () => recordAudit(tx, ctx, entry));
    if (ctx.idempotency && !replayed) {
      const kept = operation.replay ? operation.replay(done.output) : done.output;
      void answeredByCommit(tx, () => remember(tx, ctx, kept, done.audit));
    }
    return done.output;
  };
  return withTenant(ctx.actor.orgId, inside, ctx.begun);
}
