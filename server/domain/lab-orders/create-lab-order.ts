import { and, eq, inArray, isNull } from 'drizzle-orm';
import { databaseTime } from '../../db/clock';
import { labOrderItems, labOrders, memberships, organizations, users } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { emit } from '../../events/emit';
import { perform } from '../../shared/perform';
import { newNumber } from '../../shared/check-digit';
import { actorName, type Context } from '../../shared/context';
import { DomainError, fieldError } from '../../errors/domain-error';
import { idTime, newId, readId, showId } from '../../shared/ids';
import { dayIn, daysAfter, instantOf } from '../../shared/wall-clock';
import { chartColumns, requireActiveChart } from '../patients/access';
import { destinationOfLab } from '../order-destinations/access';
import { NO_ATTEMPTS, NOT_SENDING, type OrderRow } from './access';
import { changeSource } from './change-order';
import { changeTransmission } from './change-transmission';
import type { CreateLabOrderInput, LabOrder } from './contract';
import type { OrderingClinician } from '../../data-types/lab-order';
import { orderEvent } from './events';
import { presentOrder } from './present';
import { failedChange } from './fail-message';
import { storeMessage } from './store-message';
import { COLLECT_PAST, COLLECT_RANGE, COLLECT_WITHIN_DAYS, STAT_HOURS } from './rules';
import { resolveItems, type TestRow } from './resolve-items';

/**
 * Creates an order in status `requested`, with the message that carries it to the laboratory if its orders are
 * transmitted.
 * @throws DomainError `patient_not_found`, `patient_not_active`, `test_not_orderable`, `duplicate_external_id`,
 * `validation_failed`
 */
export function createLabOrder(ctx: Context, input: CreateLabOrderInput): Promise<LabOrder> {
  return perform(ctx, { action: 'create_lab_order', kind: 'write', scope: 'labs:write' }, async (tx) => {
    const { orgId } = ctx.actor;
    const chart = await requireActiveChart(tx, ctx, input.patient_id);
    const { patient } = chart;
    const clinician = orderingClinician(ctx, input);
    const names = await memberNames(tx, ctx, [
      ...input.copy_to.map((id, index) => ({ id, pointer: `/copy_to/${index}` })),
      ...(clinician?.user_id ? [{ id: clinician.user_id, pointer: '/ordering_clinician/user_id' }] : []),
    ]);
    const tests = await resolveItems(tx, ctx, input);
    const id = newId();
    const now = idTime(id);
    const collectOn = input.collect_on ?? null;
    const due = expectedBy(
      collectOn ? await endOfCollection(tx, ctx, collectOn, now) : now,
      tests,
      input.priority,
    );
    const destination = await destinationOfLab(tx, ctx, tests[0]!.labId);
    const row = await insertOrder(tx, {
      orgId,
      id,
      createdAt: now,
      createdBy: actorName(ctx.actor),
      orderNumber: newNumber(),
      externalId: input.external_id ?? null,
      ...chartColumns(chart),
      priority: input.priority,
      // The name at the time of the order.
      orderingClinician: clinician && {
        ...clinician,
        name: clinician.name ?? names.get(clinician.user_id ?? '') ?? null,
      },
      orderingUserId: clinician?.user_id ? readId('user', clinician.user_id) : null,
      copyTo: input.copy_to,
      diagnoses: input.diagnoses,
      fasting: input.fasting ?? null,
      collection: input.collection ?? null,
      collectOn,
      notes: input.notes ?? null,
      labId: tests[0]!.labId,
      status: 'requested',
      statusHistory: [
        {
          status: 'requested',
          at: now.toISOString(),
          by: actorName(ctx.actor),
          reason: null,
          source: changeSource(ctx),
        },
      ],
      expectedBy: due,
      overdueDueAt: due,
      transmissionStatus: destination ? 'queued' : 'not_applicable',
      sequence: 1,
    });
    const items = await tx
      .insert(labOrderItems)
      .values(
        tests.map((test, position) => ({
          orgId,
          id: newId(),
          orderId: id,
          position,
          testId: test.id,
          code: test.code,
          loinc: test.loinc,
          name: test.name,
          specimen: test.specimen?.type ?? null,
          answers: input.items[position]!.answers,
        })),
      )
      .returning();
    await emit(tx, ctx, orderEvent('lab_order.created', row));
    const unwritable = destination && (await storeMessage(tx, ctx, { row, items }, destination, 'new_order'));
    const stored = unwritable
      ? await changeTransmission(tx, ctx, row, failedChange('new_order', unwritable))
      : row;
    const isQueued = stored.transmissionStatus === 'queued';
    return {
      output: presentOrder({
        row: stored,
        items,
        reports: [],
        attempts: { ...NO_ATTEMPTS, message: destination ? 'new_order' : null, pending: isQueued },
        sending: (isQueued && destination) || NOT_SENDING,
      }),
      audit: { objectKind: 'lab_order', objectId: id, patientIds: [patient.id] },
    };
  });
}

/** Defaults to the caller. A STAT order needs a clinician who can be called. */
function orderingClinician(ctx: Context, input: CreateLabOrderInput): OrderingClinician | null {
  const given = input.ordering_clinician ?? null;
  if (given && !given.user_id && !given.name)
    throw fieldError('/ordering_clinician', 'required', 'must have user_id or name');
  const clinician =
    given ??
    (ctx.actor.kind === 'user' && ctx.actor.id
      ? { user_id: showId('user', ctx.actor.id), name: null, npi: null }
      : null);
  if (!clinician && input.priority === 'stat')
    throw fieldError('/ordering_clinician', 'required', 'is required when the priority is stat');
  return clinician;
}

/** Names by `usr_…`; all must belong to the organization. */
async function memberNames(
  tx: Tx,
  ctx: Context,
  people: { id: string; pointer: string }[],
): Promise<Map<string, string>> {
  if (people.length === 0) return new Map();
  const ids = people.map(({ id }) => readId('user', id)).filter((id) => id !== null);
  const members = await tx
    .select({ userId: memberships.userId, name: users.name })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        eq(memberships.orgId, ctx.actor.orgId),
        inArray(memberships.userId, ids),
        isNull(memberships.endedAt),
      ),
    );
  const errors = people
    .filter(({ id }) => !members.some((member) => member.userId === readId('user', id)))
    .map(({ pointer }) => ({
      pointer,
      code: 'not_allowed' as const,
      message: 'must be a user of this organization',
    }));
  if (errors.length > 0)
    throw new DomainError('validation_failed', 'One or more fields are not valid.', { errors });
  return new Map(members.map(({ userId, name }) => [showId('user', userId), name]));
}

/**
 * The end of the planned day, so that no order is late before its specimen can be collected.
 * @throws DomainError `validation_failed`
 */
async function endOfCollection(tx: Tx, ctx: Context, day: string, now: Date): Promise<Date> {
  const [organization] = await tx
    .select({ zone: organizations.timeZone })
    .from(organizations)
    .where(eq(organizations.id, ctx.actor.orgId));
  const { zone } = organization!;
  const today = dayIn(zone, now.getTime());
  if (day < today) throw fieldError('/collect_on', 'out_of_range', COLLECT_PAST);
  if (day > daysAfter(today, COLLECT_WITHIN_DAYS))
    throw fieldError('/collect_on', 'out_of_range', COLLECT_RANGE);
  return instantOf(`${daysAfter(day, 1)}T00:00`, zone, 'first')!;
}

/** The longest known turnaround time. A STAT order is expected also without one. */
function expectedBy(from: Date, tests: TestRow[], priority: CreateLabOrderInput['priority']): Date | null {
  const known = tests.map((test) => test.turnaroundHours).filter((value) => value !== null);
  const hours = known.length === 0 && priority === 'stat' ? [STAT_HOURS] : known;
  return hours.length > 0 ? new Date(from.getTime() + Math.max(...hours) * 3_600_000) : null;
}

async function insertOrder(
  tx: Tx,
  values: Omit<typeof labOrders.$inferInsert, 'updatedAt'>,
): Promise<OrderRow> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const [row] = await tx
      .insert(labOrders)
      .values({
        ...values,
        updatedAt: databaseTime,
        orderNumber: attempt === 0 ? values.orderNumber : newNumber(),
      })
      .onConflictDoNothing({ target: [labOrders.orgId, labOrders.orderNumber] })
      .returning();
    if (row) return row;
  }
  throw new DomainError('unavailable', 'No free order number was found. Try again.', { retry_after: 1 });
}
