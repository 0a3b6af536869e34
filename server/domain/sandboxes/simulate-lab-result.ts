import { eq } from 'drizzle-orm';
import { catalogTests } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { DomainError } from '../../errors/domain-error';
import type { Context } from '../../shared/context';
import { readId, showId } from '../../shared/ids';
import { perform } from '../../shared/perform';
import { presentTest } from '../catalog/present';
import { checkMessage } from '../inbound-messages/check-message';
import { storeMessage } from '../inbound-messages/receive-message';
import { insertConnection } from '../lab-connections/create-lab-connection';
import { findOrder } from '../lab-orders/access';
import { lockOrder } from '../lab-orders/change-order';
import type { LabOrder } from '../lab-orders/contract';
import { presentOrder } from '../lab-orders/present';
import { rejectWhole } from '../lab-orders/reject-lab-order';
import { findResult } from '../lab-results/access';
import type { LabResult } from '../lab-results/contract';
import { readNewest } from '../lab-results/get-lab-result';
import type { LabReport } from '../lab-results/report';
import { isFinal } from '../lab-results/rules';
import { findPatient } from '../patients/access';
import { findSandbox } from './access';
import type { LabSimulation, SimulateLabResultInput } from './contract';
import type { SimulationKind } from './rules';
import { findSimulatorConnection, SIMULATOR_CONNECTION } from './simulator/connection';
import { fillerNumber, simulateCorrection, simulateReport } from './simulator/simulate-report';
import { newControlId, toOru } from './simulator/to-oru';

/**
 * Makes the simulated laboratory report or reject an order. A report is a message like that of any laboratory: it is
 * stored here, and processed, matched and filed within a second.
 * @throws DomainError `forbidden` (a live organization), `not_found`, `invalid_state` (nothing to report or correct)
 */
export function simulateLabResult(ctx: Context, input: SimulateLabResultInput): Promise<LabSimulation> {
  const operation = {
    action: 'simulate_lab_result',
    kind: 'write',
    scope: 'labs:write',
    role: 'clinician',
  } as const;
  return perform(ctx, operation, async (tx) => {
    const { kind } = input;
    // First: an order of the sandbox is unknown to a live key, which is the mistake to name.
    await findSandbox(tx, ctx);
    const order = presentOrder(await findOrder(tx, ctx, input.id));
    const messageId = kind === 'rejected' ? await reject(tx, ctx, order) : await report(tx, ctx, order, kind);
    const output: LabSimulation = {
      object: 'lab_simulation',
      kind,
      order_id: order.id,
      patient_id: order.patient_id,
      message_id: messageId && showId('inbound_message', messageId),
    };
    return {
      output,
      audit: {
        objectKind: 'lab_order',
        objectId: readId('lab_order', order.id)!,
        patientIds: [readId('patient', order.patient_id)!],
        detail: { kind },
      },
    };
  });
}

async function reject(tx: Tx, ctx: Context, { id }: LabOrder): Promise<null> {
  await rejectWhole(tx, ctx, await lockOrder(tx, ctx, id), 'Simulated rejection.');
  return null;
}

type ReportKind = Exclude<SimulationKind, 'rejected'>;

/** @returns `uuid` of the message */
async function report(tx: Tx, ctx: Context, order: LabOrder, kind: ReportKind): Promise<string> {
  const patient = await findPatient(tx, ctx, order.patient_id);
  const bytes = toOru({
    report: await reportOf(tx, ctx, order, kind),
    orderNumber: order.order_number,
    patient,
    controlId: newControlId(),
    processingId: 'T',
    now: new Date(),
  });
  const connection =
    (await findSimulatorConnection(tx, ctx.actor.orgId)) ??
    (await insertConnection(tx, ctx, SIMULATOR_CONNECTION));
  const { problem, facts } = checkMessage(
    { kind: 'whole', bytes },
    { ...connection, sandbox: true, sendsOrders: false },
  );
  if (problem)
    throw new DomainError(
      'invalid_state',
      'The connection of the simulated laboratory does not accept the message. Check its settings.',
    );
  const stored = await storeMessage(tx, ctx, {
    ...facts,
    connectionId: connection.id,
    receivedAt: new Date(),
    fileName: null,
    ackCode: 'AA',
    ackProblem: null,
    touch: true,
  });
  return stored.id;
}

async function reportOf(tx: Tx, ctx: Context, order: LabOrder, kind: ReportKind): Promise<LabReport> {
  const rows = await tx.select().from(catalogTests).where(eq(catalogTests.orgId, ctx.actor.orgId));
  const catalog = rows.map(presentTest);
  if (kind === 'corrected') {
    const corrected = simulateCorrection(order, catalog, await finalReport(tx, ctx, order));
    if (!corrected) throw new DomainError('invalid_state', 'The result has no value to correct.');
    return corrected;
  }
  if (order.status === 'cancelled' || order.status === 'rejected')
    throw new DomainError('invalid_state', 'The order is closed; no result can arrive for it.');
  return simulateReport(order, catalog, kind);
}

async function finalReport(tx: Tx, ctx: Context, order: LabOrder): Promise<LabResult> {
  for (const id of order.result_ids) {
    const result = await readNewest(tx, ctx, await findResult(tx, ctx, id));
    if (result.filler_order_number === fillerNumber(order) && isFinal(result.status)) return result;
  }
  throw new DomainError(
    'invalid_state',
    'The order has no final simulated result. Simulate a normal, abnormal or critical one first.',
  );
}
