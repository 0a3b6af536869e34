import { beforeEach, describe, expect, it } from 'vitest';
import { createLabConnection } from '../../../server/domain/lab-connections/create-lab-connection';
import { readId } from '../../../server/shared/ids';
import { cancelLabOrder } from '../../../server/domain/lab-orders/cancel-lab-order';
import type { LabOrder } from '../../../server/domain/lab-orders/contract';
import { processMessage } from '../../../server/domain/inbound-reports/filing/process-message';
import { asSuperuser } from '../../support/database';
import { er7 } from '../../support/hl7';
import { codesOf, messagesOf, sendWhole, type Laboratory } from '../../support/laboratory';
import {
  eventsOfOrder,
  orderingClinic,
  orderNow,
  outboundOf,
  sendTo,
  type OrderingClinic,
} from '../../support/order-transmission';

/** Answers and later messages that the laboratory sends on its own connection. */

let clinic: OrderingClinic;
let order: LabOrder;
let lab: Laboratory;

beforeEach(async () => {
  clinic = await orderingClinic({ port: 2575, acknowledgment_mode: 'enhanced' });
  lab = {
    id: clinic.labId,
    source: { orgId: clinic.org.orgId, connectionId: clinic.connectionId, remoteAddress: null },
  };
  order = await clinic.order({ items: [{ code: 'T1' }, { code: 'T2' }] });
  await asSuperuser(
    "UPDATE outbound_messages SET status = 'sent', sent_at = now(), attempts = 1 WHERE org_id = $1",
    [clinic.org.orgId],
  );
  await asSuperuser("UPDATE lab_orders SET transmission_status = 'sent', status = 'sent' WHERE org_id = $1", [
    clinic.org.orgId,
  ]);
});

let count = 0;
const header = (type: string, accept = ''): string =>
  `MSH|^~\\&|LIS|LAB|CDS|CLINIC|20261126080000+0100||${type}|IN${++count}|P|2.5.1|||${accept}`;

/** Receives and processes a message. @returns the codes of its acknowledgment */
async function deliver(...lines: string[]): Promise<string> {
  const received = await sendWhole(lab, er7(...lines));
  if (!received.problem) await processMessage(clinic.org.ctx, received.stored.id);
  return codesOf(received);
}
const controlId = async (): Promise<string> => (await outboundOf(clinic)).at(-1)!.control_id;

describe('an answer on the laboratory’s own connection', () => {
  it('is found by the control ID of our message', async () => {
    expect(
      await deliver(
        header('ORL^O22^ORL_O22'),
        `MSA|AA|${await controlId()}`,
        `ORC|OK|${order.order_number}|F-1`,
      ),
    ).toBe('AA');
    expect(await orderNow(clinic, order)).toMatchObject({
      status: 'sent',
      transmission: { status: 'accepted', filler_order_number: 'F-1' },
    });
    expect(await outboundOf(clinic)).toMatchObject([{ status: 'accepted' }]);
    expect((await messagesOf(lab)).map(({ state }) => state)).toEqual(['processed']);
  });

  it('that is an ACK is acknowledged only if it asks for that', async () => {
    expect(await deliver(header('ACK'), `MSA|AA|${await controlId()}`)).toBe('');
    expect((await orderNow(clinic, order)).transmission.status).toBe('accepted');
    expect(await deliver(header('ACK', 'AL'), `MSA|AA|${await controlId()}`)).toBe('CA');
  });

  it('is found by order number without a control ID, and rejects with a reason', async () => {
    await deliver(header('ORR^O02'), `ORC|UA|${order.order_number}|||||||||||||X^No insurance`);
    const now = await orderNow(clinic, order);
    expect(now).toMatchObject({ status: 'rejected', transmission: { status: 'rejected' } });
    expect(await eventsOfOrder(clinic, order)).toEqual(['created', 'rejected']);
  });

  it('to nothing we sent is stored with a warning', async () => {
    await deliver(header('ORL^O22'), 'MSA|AA|NOT-OURS', 'ORC|OK|99999999999');
    expect((await orderNow(clinic, order)).transmission.status).toBe('sent');
    const [message] = await messagesOf(lab);
    expect(message!.warnings.map(({ code }) => code)).toEqual(['order_unknown']);
  });

  it('cannot concern orders of other connections', async () => {
    const other = await createLabConnection(clinic.org.ctx, { name: 'Other', transport: 'https' });
    await sendTo(clinic.org, other.id, { port: 2575 });
    lab = { ...lab, source: { ...lab.source, connectionId: readId('lab_connection', other.id)! } };
    await deliver(header('ORR^O02'), `ORC|UA|${order.order_number}`);
    await deliver(header('ACK'), `MSA|AR|${await controlId()}`);
    expect((await orderNow(clinic, order)).transmission.status).toBe('sent');
  });

  it('is not accepted on a connection without a destination for orders', async () => {
    const paper = await orderingClinic(null);
    const received = await sendWhole(
      {
        id: paper.labId,
        source: { ...lab.source, orgId: paper.org.orgId, connectionId: paper.connectionId },
      },
      er7(header('ORL^O22'), 'MSA|AA|X', 'ORC|OK|1'),
    );
    expect(received.problem?.reason).toBe('type_not_accepted');
    expect(codesOf(received)).toBe('AR');
  });

  it('processed twice changes nothing more', async () => {
    const lines = [header('ORL^O22'), `MSA|AA|${await controlId()}`, `ORC|OK|${order.order_number}|F-1`];
    await deliver(...lines);
    const before = await orderNow(clinic, order);
    const [message] = await messagesOf(lab);
    await processMessage(clinic.org.ctx, message!.id);
    expect((await orderNow(clinic, order)).version).toBe(before.version);
  });
});

describe('a later message', () => {
  it('accepts the order by its status', async () => {
    await deliver(header('OSU^O51^OSU_O51'), `ORC|SC|${order.order_number}|F-9||IP`);
    expect((await orderNow(clinic, order)).transmission).toMatchObject({
      status: 'accepted',
      filler_order_number: 'F-9',
    });
  });

  it('confirms or refuses a cancellation', async () => {
    await cancelLabOrder(clinic.clinician, { id: order.id, reason: 'Twice.' });
    await deliver(header('ORM^O01'), `ORC|UC|${order.order_number}|F-1|||||||||||||X^Too late`);
    expect((await orderNow(clinic, order)).transmission.status).toBe('cancel_refused');
    await cancelLabOrder(clinic.clinician, { id: order.id, reason: 'Twice.' });
    await deliver(header('ORM^O01'), `ORC|CR|${order.order_number}|F-1`);
    expect(await orderNow(clinic, order)).toMatchObject({
      status: 'cancelled',
      cancelled_reason: 'Twice.',
      transmission: { status: 'cancelled' },
    });
  });

  it('cancels the order, or only a test of it', async () => {
    await deliver(header('ORM^O01'), `ORC|OC|${order.order_number}|F-1`, 'OBR|1||F-1|T2^Test');
    let now = await orderNow(clinic, order);
    expect(now.items.map(({ status }) => status)).toEqual(['ordered', 'cancelled']);
    expect(now).toMatchObject({ status: 'sent', transmission: { status: 'sent' } });
    await deliver(header('ORM^O01'), `ORC|OC|${order.order_number}|F-1`);
    now = await orderNow(clinic, order);
    expect(now).toMatchObject({ status: 'cancelled', transmission: { status: 'cancelled' } });
    expect(now.cancelled_reason).toMatch(/^The laboratory canceled the order/);
  });
});
