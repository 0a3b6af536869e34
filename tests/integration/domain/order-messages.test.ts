import { beforeAll, describe, expect, it } from 'vitest';
import { cancelLabOrder } from '../../../server/domain/lab-orders/cancel-lab-order';
import { sendLabOrderAgain } from '../../../server/domain/lab-orders/send-lab-order-again';
import { sendLabOrder } from '../../../server/domain/lab-orders/send-lab-order';
import { rejectLabOrder } from '../../../server/domain/lab-orders/reject-lab-order';
import { listLabOrdersInput } from '../../../server/domain/lab-orders/contract';
import { listOpenTests } from '../../../server/domain/lab-orders/list-open-tests';
import { listLabOrders } from '../../../server/domain/lab-orders/list-lab-orders';
import { setOrdersPaused } from '../../../server/domain/order-destinations/set-orders-paused';
import { getToday } from '../../../server/domain/today/get-today';
import { getOutboundMessage } from '../../../server/domain/outbound-messages/get-outbound-message';
import { listOutboundMessagesInput } from '../../../server/domain/outbound-messages/contract';
import { listOutboundMessages } from '../../../server/domain/outbound-messages/list-outbound-messages';
import { deleteLabConnection } from '../../../server/domain/lab-connections/delete-lab-connection';
import { deleteOrderDestination } from '../../../server/domain/order-destinations/delete-order-destination';
import { createPatientInput } from '../../../server/domain/patients/contract';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { withTenant } from '../../../server/db/transaction';
import { labOrders, outboundMessages } from '../../../server/db/schema/index';
import { asSuperuser, personContext } from '../../support/database';
import {
  eventsOfOrder,
  orderingClinic,
  orderNow,
  outboundOf,
  sendTo,
  type OrderingClinic,
} from '../../support/order-transmission';

/** Messages are stored with their orders and cancellations. No worker runs here. */

let clinic: OrderingClinic;
beforeAll(async () => {
  clinic = await orderingClinic({ port: 2575, account_number: 'ACC-9' });
});

const segment = (bytes: Buffer, name: string): string[] =>
  bytes
    .toString('utf8')
    .split('\r')
    .find((line) => line.startsWith(name))!
    .split('|');

describe('the message of an order', () => {
  it('is stored with the order, queued, under a new control ID', async () => {
    const own = await orderingClinic({ port: 2575, account_number: 'ACC-9' });
    const order = await own.order();
    expect(order.transmission).toEqual({
      status: 'queued',
      pending: true,
      failing_since: null,
      paused: false,
      message: 'new_order',
      unsent: false,
      attempts: 0,
      last_attempt_at: null,
      accepted_at: null,
      filler_order_number: null,
      reason: null,
    });
    expect(order.status).toBe('requested');
    const [message] = await outboundOf(own);
    expect(message).toMatchObject({ kind: 'new_order', status: 'queued', attempts: 0, sent_at: null });
    const bytes = message!.bytes!;
    expect(segment(bytes, 'MSH')[8]).toMatch(/^OML\^O21/);
    expect(segment(bytes, 'MSH')[9]).toBe(message!.control_id);
    expect(message!.control_id).toMatch(/^[0-9A-Z]{20}$/);
    expect(segment(bytes, 'ORC').slice(1, 3)).toEqual(['NW', order.order_number]);
    expect(segment(bytes, 'OBR')[4]).toMatch(/^T1\^/);
    expect(bytes.toString()).toContain('ACC-9');
  });

  it('needs a person while sending is paused or fails: at once unless routine, otherwise after 15 minutes', async () => {
    const own = await orderingClinic({ port: 2575 });
    const admin = await personContext(own.org, 'admin');
    await setOrdersPaused(admin, { id: own.labId, paused: true });
    const routine = await own.order();
    const urgent = await own.order({ priority: 'urgent' });
    const stat = await own.order({ priority: 'stat' });
    expect([routine, stat].map(({ transmission }) => transmission.paused)).toEqual([true, true]);
    // Said before the next one is placed.
    expect(await listOpenTests(own.clinician, { patient_id: own.patientId })).toMatchObject({
      connected_labs: [{ id: own.labId, paused: true, failing_since: null }],
      data: [
        { order_id: stat.id },
        { order_id: urgent.id },
        { order_id: routine.id, transmission: { paused: true } },
      ],
    });
    const stopped = async () => {
      const { data } = await listLabOrders(own.clinician, listLabOrdersInput.parse({ stopped: 'true' }));
      const { orders } = await getToday(own.clinician);
      expect(orders!.data.map(({ id, state }) => `${id} ${state}`).toSorted()).toEqual(
        data.map(({ id }) => `${id} unsent`).toSorted(),
      );
      for (const order of [routine, urgent, stat])
        expect((await orderNow(own, order)).transmission.unsent).toBe(data.some(({ id }) => id === order.id));
      return data.map(({ id }) => id);
    };
    expect(await stopped()).toEqual([stat.id, urgent.id]);
    await asSuperuser("UPDATE lab_orders SET updated_at = now() - interval '16 minutes' WHERE org_id = $1", [
      own.org.orgId,
    ]);
    expect(await stopped()).toEqual([stat.id, urgent.id, routine.id]);
    // The specimen is collected, and the laboratory still does not know of the order.
    await asSuperuser("UPDATE lab_orders SET status = 'collected' WHERE org_id = $1", [own.org.orgId]);
    expect(await stopped()).toEqual([stat.id, urgent.id, routine.id]);
    await asSuperuser("UPDATE lab_orders SET status = 'requested' WHERE org_id = $1", [own.org.orgId]);
    await asSuperuser('UPDATE lab_orders SET updated_at = now() WHERE org_id = $1', [own.org.orgId]);
    await asSuperuser('UPDATE order_destinations SET paused = false WHERE org_id = $1', [own.org.orgId]);
    expect(await stopped()).toEqual([]);
    await asSuperuser('UPDATE order_destinations SET failing_since = now() WHERE org_id = $1', [
      own.org.orgId,
    ]);
    expect(await stopped()).toEqual([stat.id, urgent.id]);
    await asSuperuser('UPDATE order_destinations SET failing_since = null WHERE org_id = $1', [
      own.org.orgId,
    ]);
    expect((await orderNow(own, stat)).transmission.paused).toBe(false);
    const { connected_labs: labs } = await listOpenTests(own.clinician, { patient_id: own.patientId });
    expect(labs).toMatchObject([{ paused: false }]);
  });

  it('is not stored without the order, nor the order without it', async () => {
    const before = (await outboundOf(clinic)).length;
    const one = await clinic.order({ external_id: 'only-one' });
    await expect(clinic.order({ external_id: 'only-one' })).rejects.toMatchObject({
      code: 'duplicate_external_id',
    });
    expect(await outboundOf(clinic)).toHaveLength(before + 1);
    // The message cannot be inserted: the order is not stored either.
    await asSuperuser(
      `ALTER TABLE outbound_message_bytes ADD CONSTRAINT full_disk CHECK (org_id <> '${clinic.org.orgId}') NOT VALID`,
    );
    try {
      await expect(clinic.order({ external_id: 'none' })).rejects.toThrow();
    } finally {
      await asSuperuser('ALTER TABLE outbound_message_bytes DROP CONSTRAINT full_disk');
    }
    const orders = await withTenant(clinic.org.orgId, (tx) =>
      tx.select({ id: labOrders.externalId }).from(labOrders),
    );
    expect(orders.map(({ id }) => id)).not.toContain('none');
    expect(one.transmission.status).toBe('queued');
    const messages = await withTenant(clinic.org.orgId, (tx) =>
      tx.select({ orderId: outboundMessages.orderId }).from(outboundMessages),
    );
    expect(new Set(messages.map(({ orderId }) => orderId)).size).toBe(orders.length);
  });

  it('names the field that its character set cannot express, and the order is stored', async () => {
    const own = await orderingClinic({ port: 2575, charset: '8859/1' });
    const patient = await createPatient(
      own.org.ctx,
      createPatientInput.parse({
        name: { family: 'Щербакова', given: ['Анна'] },
        birth_date: '1970-05-06',
        sex: 'female',
      }),
    );
    const order = await own.order({ patient_id: patient.id });
    expect(order).toMatchObject({ status: 'failed', transmission: { status: 'failed' } });
    expect(order.transmission.reason).toBe(
      'PID-5 contains the character “Щ”, which the character set 8859/1 does not have.',
    );
    expect(await eventsOfOrder(own, order)).toEqual(['created', 'failed']);
    expect(await outboundOf(own)).toMatchObject([{ status: 'failed', failure: 'not_writable', bytes: null }]);
    await sendTo(own.org, own.labId, { port: 2575, charset: 'UNICODE UTF-8' });
    const again = await sendLabOrderAgain(own.clinician, order);
    expect(again).toMatchObject({ status: 'requested', transmission: { status: 'queued', reason: null } });
    expect((await outboundOf(own)).map(({ status }) => status)).toEqual(['failed', 'queued']);
  });

  it('is not written for a laboratory without electronic orders', async () => {
    const paper = await orderingClinic(null);
    const order = await paper.order();
    expect(order.transmission.status).toBe('not_applicable');
    expect(await outboundOf(paper)).toEqual([]);
    const handed = await sendLabOrder(paper.clinician, order);
    expect(handed).toMatchObject({ status: 'sent', transmission: { status: 'not_applicable' } });
    const again = { code: 'invalid_state' };
    await expect(sendLabOrderAgain(paper.clinician, order)).rejects.toMatchObject(again);
    const canceled = await cancelLabOrder(paper.clinician, { id: order.id, reason: 'Twice.' });
    expect(canceled).toMatchObject({ status: 'cancelled', transmission: { status: 'not_applicable' } });
    // Once the laboratory is connected, a user sends it, whom the history names.
    const early = await paper.order();
    await sendTo(paper.org, paper.labId, { port: 2575 });
    const { status, status_history: history } = await sendLabOrderAgain(paper.clinician, early);
    expect(status).toBe('requested');
    expect(history).toMatchObject([{ status: 'requested' }, { status: 'requested' }]);
  });

  it('rules out handing it over on paper, and rejection by a user before it is sent', async () => {
    const order = await clinic.order();
    const invalid = { code: 'invalid_state' };
    await expect(sendLabOrder(clinic.clinician, order)).rejects.toMatchObject(invalid);
    await expect(rejectLabOrder(clinic.clinician, { id: order.id, reason: 'No.' })).rejects.toMatchObject(
      invalid,
    );
    await expect(sendLabOrderAgain(clinic.clinician, order)).rejects.toMatchObject(invalid);
  });
});

describe('a cancellation', () => {
  it('of an unsent order withdraws the message', async () => {
    const own = await orderingClinic({ port: 2575 });
    const order = await own.order();
    const canceled = await cancelLabOrder(own.clinician, { id: order.id, reason: 'Twice.' });
    expect(canceled).toMatchObject({ status: 'cancelled', transmission: { status: 'cancelled' } });
    expect(await outboundOf(own)).toMatchObject([{ status: 'withdrawn' }]);
    expect(await eventsOfOrder(own, order)).toEqual(['created', 'cancelled']);
  });

  it('of a sent order is stored as a message, and the order stays open', async () => {
    const own = await orderingClinic({ port: 2575 });
    const order = await own.order();
    await asSuperuser('UPDATE outbound_messages SET sent_at = now(), attempts = 1 WHERE org_id = $1', [
      own.org.orgId,
    ]);
    const asked = await cancelLabOrder(own.clinician, { id: order.id, reason: 'Twice.' });
    expect(asked).toMatchObject({
      status: 'requested',
      cancelled_reason: null,
      // Of the cancellation, not of the order.
      transmission: { status: 'cancel_requested', message: 'cancellation', pending: true, attempts: 0 },
    });
    const [first, second] = await outboundOf(own);
    expect(first).toMatchObject({ kind: 'new_order', status: 'queued' });
    expect(second).toMatchObject({ kind: 'cancellation', status: 'queued' });
    expect(segment(second!.bytes!, 'ORC').slice(1, 3)).toEqual(['CA', order.order_number]);
    expect(second!.bytes!.toString()).toContain('Twice.');
    await expect(cancelLabOrder(own.clinician, { id: order.id, reason: 'Again.' })).rejects.toMatchObject({
      code: 'invalid_state',
    });
  });

  it('needs a person while it is queued: at once while sending is paused, otherwise after 15 minutes', async () => {
    const own = await orderingClinic({ port: 2575 });
    const order = await own.order();
    await asSuperuser(
      "UPDATE outbound_messages SET sent_at = now(), attempts = 1, status = 'accepted' WHERE org_id = $1",
      [own.org.orgId],
    );
    await cancelLabOrder(own.clinician, { id: order.id, reason: 'Twice.' });
    const stopped = async () => {
      const { data } = await listLabOrders(own.clinician, listLabOrdersInput.parse({ stopped: 'true' }));
      const { orders } = await getToday(own.clinician);
      expect(orders!.data.map(({ id }) => id)).toEqual(data.map(({ id }) => id));
      const { transmission } = await orderNow(own, order);
      expect(transmission.unsent).toBe(data.length > 0);
      return orders!.data.map(({ state }) => state);
    };
    expect(await stopped()).toEqual([]);
    await setOrdersPaused(await personContext(own.org, 'admin'), { id: own.labId, paused: true });
    expect(await stopped()).toEqual(['cancel_unsent']);
    await asSuperuser('UPDATE order_destinations SET paused = false WHERE org_id = $1', [own.org.orgId]);
    expect(await stopped()).toEqual([]);
    await asSuperuser("UPDATE lab_orders SET updated_at = now() - interval '16 minutes' WHERE org_id = $1", [
      own.org.orgId,
    ]);
    expect(await stopped()).toEqual(['cancel_unsent']);
    // Delivered: the laboratory may take a day to answer.
    await asSuperuser(
      "UPDATE outbound_messages SET status = 'sent' WHERE org_id = $1 AND status = 'queued'",
      [own.org.orgId],
    );
    expect(await stopped()).toEqual([]);
  });
});

describe('the message log', () => {
  it('shows messages to administrators only, with their text', async () => {
    const own = await orderingClinic({ port: 2575 });
    const order = await own.order();
    const admin = await personContext(own.org, 'admin');
    const { data } = await listOutboundMessages(admin, { limit: 5, connection_id: own.labId });
    expect(data).toMatchObject([{ order_id: order.id, order_number: order.order_number, status: 'queued' }]);
    const detail = await getOutboundMessage(admin, { id: data[0]!.id });
    expect(detail.content?.segments.map(({ name }) => name)).toContain('ORC');
    expect(detail.answer).toBeNull();
    const forbidden = { code: 'forbidden' };
    await expect(listOutboundMessages(own.clinician, { limit: 5 })).rejects.toMatchObject(forbidden);
    await expect(getOutboundMessage(own.clinician, { id: data[0]!.id })).rejects.toMatchObject(forbidden);
    const stranger = await personContext(clinic.org, 'admin');
    await expect(getOutboundMessage(stranger, { id: data[0]!.id })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('finds messages by control ID or by the number of their order', async () => {
    const own = await orderingClinic({ port: 2575 });
    const order = await own.order();
    await own.order();
    const admin = await personContext(own.org, 'admin');
    const find = async (query: object) =>
      (await listOutboundMessages(admin, listOutboundMessagesInput.parse(query))).data;
    const [message, ...others] = await find({ about: order.order_number });
    expect(message).toMatchObject({ order_id: order.id });
    expect(others).toEqual([]);
    expect(await find({ about: ` ${message!.control_id}` })).toEqual([message]);
    expect(await find({ about: message!.control_id, connection_id: own.labId })).toEqual([message]);
    expect(await find({ about: message!.control_id.slice(1) })).toEqual([]);
    const stranger = await personContext(clinic.org, 'admin');
    const about = { limit: 5, about: order.order_number };
    expect((await listOutboundMessages(stranger, about)).data).toEqual([]);
    expect(listOutboundMessagesInput.safeParse({ about: 'A\nB' }).error?.issues).toMatchObject([
      { path: ['about'], message: 'cannot contain control characters' },
    ]);
  });
});

describe('a destination', () => {
  it('with queued orders cannot be removed, nor its connection', async () => {
    const own = await orderingClinic({ port: 2575 });
    const order = await own.order();
    const admin = await personContext(own.org, 'admin');
    const queued = { code: 'invalid_state' };
    await expect(deleteOrderDestination(admin, { id: own.labId })).rejects.toMatchObject(queued);
    await expect(deleteLabConnection(admin, { id: own.labId })).rejects.toMatchObject(queued);
    await cancelLabOrder(own.clinician, { id: order.id, reason: 'Closed.' });
    await deleteLabConnection(admin, { id: own.labId });
    expect((await orderNow(own, order)).transmission.status).toBe('cancelled');
  });
});
