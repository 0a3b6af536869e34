import { and, count, eq, inArray, isNull } from 'drizzle-orm';
import { readNetwork } from '../../auth/address-list';
import { inboundMessages, ingestKeys, labConnections } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { Operation } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { DomainError, fieldError } from '../../errors/domain-error';
import type { FieldError } from '../../errors/field-error';
import { notFound, pathId } from '../../shared/ids';
import type { LabConnection, UpdateLabConnectionInput } from './contract';
import { presentLabConnection, type Backlog, type ConnectionRow, type IngestKeyRow } from './present';

export const MANAGE = { role: 'admin', peopleOnly: true } as const satisfies Partial<Operation<unknown>>;

/**
 * @param options.lock until the transaction ends
 * @throws DomainError `not_found`
 */
export async function findLabConnection(
  tx: Tx,
  ctx: Context,
  id: string,
  options: { lock?: boolean } = {},
): Promise<ConnectionRow> {
  const query = tx
    .select()
    .from(labConnections)
    .where(
      and(
        eq(labConnections.orgId, ctx.actor.orgId),
        eq(labConnections.id, pathId('lab_connection', id)),
        isNull(labConnections.deletedAt),
      ),
    );
  const [row] = options.lock ? await query.for('no key update') : await query;
  if (!row) throw notFound();
  return row;
}

/** Omits keys of deleted connections. @throws DomainError `not_found` */
export async function findIngestKey(tx: Tx, ctx: Context, id: string): Promise<IngestKeyRow> {
  const { orgId } = ctx.actor;
  const [row] = await tx
    .select({ key: ingestKeys })
    .from(ingestKeys)
    .innerJoin(
      labConnections,
      and(eq(labConnections.orgId, ingestKeys.orgId), eq(labConnections.id, ingestKeys.connectionId)),
    )
    .where(
      and(
        eq(ingestKeys.orgId, orgId),
        eq(labConnections.orgId, orgId),
        eq(ingestKeys.id, pathId('ingest_key', id)),
        isNull(labConnections.deletedAt),
      ),
    );
  if (!row) throw notFound();
  return row.key;
}

export async function withBacklog(tx: Tx, ctx: Context, row: ConnectionRow): Promise<LabConnection> {
  const backlogs = await backlogsOf(tx, ctx, [row.id]);
  return presentLabConnection(row, backlogs.get(row.id) ?? NO_BACKLOG);
}

export const NO_BACKLOG: Backlog = { waiting: 0, parked: 0 };

export async function backlogsOf(tx: Tx, ctx: Context, ids: string[]): Promise<Map<string, Backlog>> {
  const found = new Map<string, Backlog>();
  if (ids.length === 0) return found;
  const rows = await tx
    .select({ id: inboundMessages.connectionId, state: inboundMessages.state, number: count() })
    .from(inboundMessages)
    .where(
      and(
        eq(inboundMessages.orgId, ctx.actor.orgId),
        inArray(inboundMessages.connectionId, ids),
        inArray(inboundMessages.state, ['received', 'parked']),
      ),
    )
    .groupBy(inboundMessages.connectionId, inboundMessages.state);
  for (const { id, state, number } of rows)
    found.set(id, {
      ...(found.get(id) ?? NO_BACKLOG),
      ...(state === 'received' ? { waiting: number } : { parked: number }),
    });
  return found;
}

/** Returns the normalized entries. @throws DomainError `validation_failed`, listing all invalid entries */
export function readAddresses(entries: readonly string[]): string[] {
  const read = entries.map(readNetwork);
  const errors = read.flatMap((one, index): FieldError[] =>
    'problem' in one
      ? [{ pointer: `/allowed_addresses/${index}`, code: 'invalid_format', message: one.problem }]
      : [],
  );
  if (errors.length > 0)
    throw new DomainError('validation_failed', 'One or more fields are not valid.', { errors });
  return [...new Set(read.flatMap((one) => ('network' in one ? [one.network] : [])))];
}

/** Rejects settings of another transport. @throws DomainError `validation_failed` */
export function assertTransport({
  transport,
  port,
  tls,
}: Pick<ConnectionRow, 'transport' | 'port' | 'tls'>): void {
  if (transport === 'mllp' && port === null)
    throw fieldError('/port', 'required', 'is required for MLLP connections');
  if (transport !== 'mllp' && port !== null)
    throw fieldError('/port', 'not_allowed', 'is only for MLLP connections');
  if (transport !== 'mllp' && tls) throw fieldError('/tls', 'not_allowed', 'is only for MLLP connections');
}

type Settings = Omit<UpdateLabConnectionInput, 'id'>;

const FEED_ONLY = ['create_patients', 'update_demographics', 'merge'] as const;
const LABORATORY_ONLY = [
  'lab_name',
  'accreditation_number',
  'director',
  'decimal_comma',
  'update_mode',
  'accession_field',
] as const;

/** Rejects settings of the other kind, and a feed without a policy. @throws DomainError `validation_failed` */
export function assertKind(
  {
    kind,
    createPatients,
    updateDemographics,
  }: Pick<ConnectionRow, 'kind' | 'createPatients' | 'updateDemographics'>,
  input: Settings,
): void {
  const isFeed = kind === 'hospital_feed';
  const misplaced = (isFeed ? LABORATORY_ONLY : FEED_ONLY).find((name) => (input[name] ?? null) !== null);
  if (misplaced)
    throw fieldError(
      `/${misplaced}`,
      'not_allowed',
      `is only for connections of the kind ${isFeed ? 'laboratory' : 'hospital_feed'}`,
    );
  if (!isFeed) return;
  const missing =
    createPatients === null ? 'create_patients' : updateDemographics === null ? 'update_demographics' : null;
  if (missing) throw fieldError(`/${missing}`, 'required', 'is required for hospital feeds');
}
