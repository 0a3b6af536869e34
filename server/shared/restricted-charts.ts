import { and, eq, inArray, isNotNull, sql, type Placeholder, type SQL, type SQLWrapper } from 'drizzle-orm';
import { prepared } from '../db/prepared';
import { patients } from '../db/schema/index';
import type { Tx } from '../db/transaction';
import { DomainError } from '../errors/domain-error';
import type { Actor, Context } from './context';
import { showId } from './ids';

/**
 * Restricted charts (decision 0063). Users see one for 8 hours after they have stated a reason; programs see all with the
 * scope `patients:restricted`, and none without. `perform()` denies every operation that returns or changes another one.
 */

/** `none`: no restricted chart; `opened`: those that the user has opened. */
function sightOf({ kind, restrictsCharts, app, scopes }: Actor): 'all' | 'opened' | 'none' {
  if (restrictsCharts === false || kind === 'system' || kind === 'laboratory') return 'all';
  if (kind === 'user' && !app) return 'opened';
  if (!scopes.has('patients:restricted')) return 'none';
  return kind === 'user' ? 'opened' : 'all';
}

interface Given {
  orgId: string | Placeholder;
  id: string | null | Placeholder;
}

/** Of the access `a`. */
const isCurrent = sql`a.expires_at > now()`;

const notOpened = ({ orgId, id }: Given): SQL =>
  sql`not exists (select 1 from chart_accesses a where a.org_id = ${orgId} and a.user_id = ${id}
    and a.patient_id = ${patients.id} and ${isCurrent})`;

const closed = (actor: Given, sight: 'opened' | 'none'): SQL | undefined =>
  and(
    eq(patients.orgId, actor.orgId),
    isNotNull(patients.restriction),
    sight === 'opened' ? notOpened(actor) : undefined,
  );

const given = sql.placeholder;
const readClosed = (sight: 'opened' | 'none') =>
  prepared(`closed_charts_${sight}`, (tx) =>
    tx
      .select({ id: patients.id })
      .from(patients)
      .where(
        and(
          closed({ orgId: given('orgId'), id: given('id') }, sight),
          sql`${patients.id} = any (${given('patientIds')}::uuid[])`,
        ),
      ),
  );
/** Nearly every operation runs one of them. */
const CLOSED = { opened: readClosed('opened'), none: readClosed('none') };

/** Condition of lists: rows of charts that the actor may see. Undefined if these are all. */
export function ofOpenChart({ actor }: Context, patientId: SQLWrapper): SQL | undefined {
  const sight = sightOf(actor);
  if (sight === 'all') return undefined;
  return sql`${patientId} not in (select ${patients.id} from ${patients} where ${closed(actor, sight)})`;
}

const NONE: ReadonlySet<string> = new Set();

/** The restricted charts among these patients (UUIDs) that the actor may not see. */
export async function closedCharts(
  tx: Tx,
  { actor }: Context,
  patientIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const sight = sightOf(actor);
  if (patientIds.length === 0 || sight === 'all') return NONE;
  const { orgId, id } = actor;
  const rows = await CLOSED[sight](tx, { orgId, id, patientIds: [...new Set(patientIds)] });
  return new Set(rows.map(({ id }) => id));
}

/** The restricted charts among these patients (UUIDs), each with the users (UUIDs) who have opened it. */
export async function restrictedCharts(
  tx: Tx,
  orgId: string,
  patientIds: readonly string[],
): Promise<Map<string, ReadonlySet<string>>> {
  if (patientIds.length === 0) return new Map();
  const rows = await tx
    .select({
      id: patients.id,
      // Drizzle would name the column without its table, which is that of the inner query.
      users: sql<string[]>`array(select a.user_id::text from chart_accesses a where a.org_id = patients.org_id
        and a.patient_id = patients.id and ${isCurrent})`,
    })
    .from(patients)
    .where(
      and(
        eq(patients.orgId, orgId),
        inArray(patients.id, [...new Set(patientIds)]),
        isNotNull(patients.restriction),
      ),
    );
  return new Map(rows.map(({ id, users }) => [id, new Set(users)]));
}

/** @throws DomainError `chart_restricted`, `insufficient_scope` for programs */
export async function assertChartsOpen(tx: Tx, ctx: Context, patientIds: readonly string[]): Promise<void> {
  const [id] = await closedCharts(tx, ctx, patientIds);
  if (id === undefined) return;
  if (sightOf(ctx.actor) === 'none')
    throw new DomainError(
      'insufficient_scope',
      'The chart of this patient is restricted. This requires the scope patients:restricted.',
      { required_scopes: ['patients:restricted'] },
    );
  throw new DomainError(
    'chart_restricted',
    'The chart of this patient is restricted. State a reason to open it.',
    {
      patient_ids: [showId('patient', id)],
    },
  );
}
