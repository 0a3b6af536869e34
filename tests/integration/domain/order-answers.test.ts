import { beforeEach, describe, expect, it } from 'vitest';
import { createLabConnection } from '../../../server/domain/lab-connections/create-lab-connection';
import { readId } from '../../../server/shared/ids';
import { cancelLabOrder } from '../../../server/domain/lab-orders/cancel-lab-order';
import { recordDelivery } from '../../../server/domain/lab-orders/record-answer';
import { listLabOrdersInput, type LabOrder } from '../../../server/domain/lab-orders/contract';
import { getOrderSheet } from '../../../server/domain/lab-orders/get-order-sheet';
import { countOrders } from '../../../server/domain/lab-orders/count-orders';
import { listLabOrders } from '../../../server/domain/lab-orders/list-lab-orders';
import { recordCancellationAnswer } from '../../../server/domain/lab-orders/record-cancellation-answer';
import { sendLabOrderAgain } from '../../../server/domain/lab-orders/send-lab-order-again';
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
import { few } from '../../support/test-size';

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
  await asSuperuser('UPDATE outbound_messages SET sent_at = now(), attempts = 1 WHERE org_id = $1', [
    clinic.org.orgId,
  ]);
  await recordDelivery(clinic.org.ctx, clinic.connectionId, await controlId());
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

const result = (control: string, obr: string, obx = 'OBX|1|NM|T1^Test^L||5|mg/dL|||||F'): string[] => [
  header('ORU^R01'),
  'PID|1||||Orderly^Ann||19700506|F',
  `ORC|${control}|${order.order_number}`,
  obr,
  obx,
];
const obr = (code: string, status = 'F', more: Record<number, string> = {}): string => {
  const fields: Record<number, string> = {
    1: '1',
    2: order.order_number,
    3: 'F-9',
    4: `${code}^Test ${code}^L`,
    7: '20261126070000',
    22: '20261126080000',
    25: status,
    ...more,
  };
  return ['OBR', ...Array.from({ length: 29 }, (_, at) => fields[at + 1] ?? '')]
    .join('|')
    .replace(/\|+$/, '');
};

describe('a result', () => {
  it.each(few(['CM', '', 'OK', 'SC', 'RE'], 2))(
    'with ORC-1 “%s” proves that the laboratory accepted the order',
    async (control) => {
      await deliver(...result(control, obr('T1')));
      expect(await orderNow(clinic, order)).toMatchObject({
        status: 'partially_resulted',
        transmission: { status: 'accepted', filler_order_number: 'F-9', reason: null },
        items: [{ status: 'resulted' }, { status: 'ordered' }],
      });
      expect(await outboundOf(clinic)).toMatchObject([{ status: 'accepted' }]);
      expect(await eventsOfOrder(clinic, order)).toEqual(['created', 'sent', 'accepted']);
      // Its acknowledgment, which arrives later, changes nothing.
      await deliver(header('ACK'), `MSA|AA|${await controlId()}`);
      expect(await eventsOfOrder(clinic, order)).toEqual(['created', 'sent', 'accepted']);
    },
  );

  it('proves it also without values, and stops further attempts', async () => {
    await asSuperuser("UPDATE outbound_messages SET status = 'queued' WHERE org_id = $1", [clinic.org.orgId]);
    await asSuperuser("UPDATE lab_orders SET transmission_status = 'queued' WHERE org_id = $1", [
      clinic.org.orgId,
    ]);
    await deliver(...result('SC', obr('T1', 'I'), '').filter(Boolean));
    expect((await orderNow(clinic, order)).transmission.status).toBe('accepted');
    expect(await outboundOf(clinic)).toMatchObject([{ status: 'accepted' }]);
  });

  it('proves nothing if the message was never written, or the test is not performed', async () => {
    await deliver(...result('CR', obr('T1', 'X'), 'OBX|1|NM|T1^Test^L||||||||X'));
    expect((await orderNow(clinic, order)).transmission.status).toBe('sent');
    await asSuperuser("UPDATE outbound_messages SET status = 'queued', sent_at = NULL WHERE org_id = $1", [
      clinic.org.orgId,
    ]);
    await deliver(...result('RE', obr('T2')));
    expect((await orderNow(clinic, order)).transmission.status).toBe('sent');
  });

  it.each([
    ['OBR-29', { 2: '', 3: 'FN-10' }, (fields: Record<number, string>) => ({ ...fields, 29: 'PARENT^F-9' })],
    ['ORC-8', { 2: '', 3: 'FN-10', 11: 'G' }, (fields: Record<number, string>) => fields],
  ])(
    'of a test that the laboratory added later, with its parent in %s, belongs to the order',
    async (field, fields, complete) => {
      await deliver(...result('RE', obr('T1')));
      const own = JSON.parse(
        JSON.stringify(complete(fields)).replace('PARENT', order.order_number),
      ) as Record<number, string>;
      await deliver(
        header('ORU^R01'),
        'PID|1||||Orderly^Ann||19700506|F',
        field === 'ORC-8' ? `ORC|CH||FN-10|||||${order.order_number}^F-9` : 'ORC|RE||FN-10',
        obr('RFX', 'F', own),
        'OBX|1|NM|RFX^Reflex^L||7|mg/dL|||||F',
      );
      const rows = await asSuperuser<{ name: string; reflex: boolean }>(
        `SELECT p ->> 'name' AS name, (p ->> 'is_reflex')::boolean AS reflex FROM lab_results r, jsonb_array_elements(r.panels) p
         WHERE r.org_id = $1 AND r.order_id = $2 ORDER BY r.id, 1`,
        [clinic.org.orgId, readId('lab_order', order.id)],
      );
      expect(rows).toEqual([
        { name: 'Test RFX', reflex: true },
        { name: 'Test T1', reflex: false },
      ]);
    },
  );
});

describe('an order of another sender', () => {
  it.each(['NW', 'RO', 'RP', 'XO'])(
    '(ORC-1 %s) is rejected, because no one here performs it',
    async (control) => {
      expect(
        await deliver(header('OML^O21^OML_O21'), 'PID|1', `ORC|${control}|OTHER-1`, 'OBR|1|OTHER-1||T1'),
      ).toBe('AR');
      const [message] = await messagesOf(lab);
      expect(message).toMatchObject({ state: 'rejected', ack_problem: 'order_of_another' });
    },
  );

  it('without ORC and OBR gets AE', async () => {
    expect(await deliver(header('ORM^O01'), 'PID|1')).toBe('AE');
  });
});

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
    await deliver(header('ORR^O02'), `ORC|UA|${order.order_number}||||||||||||||X^No insurance`);
    expect(await orderNow(clinic, order)).toMatchObject({
      status: 'rejected',
      transmission: {
        status: 'rejected',
        reason: 'The laboratory does not accept the order (UA): No insurance',
      },
    });
    expect(await eventsOfOrder(clinic, order)).toEqual(['created', 'sent', 'rejected']);
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

  it('after a rejection changes nothing', async () => {
    const id = await controlId();
    await deliver(header('ACK'), `MSA|AR|${id}`);
    const before = await orderNow(clinic, order);
    expect(before.transmission.status).toBe('rejected');
    await deliver(header('ORL^O22'), `MSA|AA|${id}`, `ORC|OK|${order.order_number}|F-1`);
    expect(await orderNow(clinic, order)).toEqual(before);
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
    const { names, cancellations } = await getOrderSheet(clinic.clinician, { id: order.id });
    expect(cancellations.map(({ by, reason, rejected }) => [names[by], reason, rejected?.reason])).toEqual([
      ['Test clinician', 'Twice.', expect.stringContaining('Too late')],
      ['Test clinician', 'Twice.', undefined],
    ]);
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

describe('a later rejection', () => {
  const statuses = async () => (await orderNow(clinic, order)).items.map(({ status }) => status);
  const accept = async () => deliver(header('ACK'), `MSA|AA|${await controlId()}`);

  it('of an order that was acknowledged rejects it', async () => {
    await accept();
    await deliver(header('ORR^O02'), `ORC|UA|${order.order_number}||||||||||||||X^No insurance`);
    expect(await orderNow(clinic, order)).toMatchObject({
      status: 'rejected',
      transmission: { status: 'rejected', reason: expect.stringContaining('No insurance') },
    });
    expect(await outboundOf(clinic)).toMatchObject([{ status: 'rejected' }]);
  });

  it('is closed without a message, and is linked with the order that replaces it', async () => {
    const { clinician } = clinic;
    await deliver(header('ORR^O02'), `ORC|UA|${order.order_number}||||||||||||||X^No insurance`);
    const again = await clinic.order({ items: [{ code: 'T1' }, { code: 'T2' }] });
    const closed = await cancelLabOrder(clinician, { id: order.id, reason: 'Ordered again.' });
    expect(closed).toMatchObject({
      status: 'cancelled',
      cancelled_reason: 'Ordered again.',
      items: [{ status: 'not_performed' }, { status: 'not_performed' }],
      transmission: { status: 'rejected', message: 'new_order' },
    });
    const stopped = await listLabOrders(clinician, listLabOrdersInput.parse({ stopped: 'true' }));
    expect(stopped.data.map(({ id }) => id)).not.toContain(order.id);
    const { ordered_again, replaces } = await getOrderSheet(clinician, order);
    expect([ordered_again.map(({ id }) => id), replaces]).toEqual([[again.id], []]);
    expect((await getOrderSheet(clinician, again)).replaces).toEqual([
      { id: order.id, order_number: order.order_number },
    ]);
  });

  it('of one test leaves the others, and says nothing about them', async () => {
    const refuse = (code: string) =>
      deliver(header('ORR^O02'), `ORC|UA|${order.order_number}`, `OBR|1|||${code}^Test`);
    await refuse('T2');
    expect(await statuses()).toEqual(['ordered', 'not_performed']);
    expect((await orderNow(clinic, order)).transmission.status).toBe('sent');
    await accept();
    await refuse('T1');
    expect(await orderNow(clinic, order)).toMatchObject({
      status: 'rejected',
      transmission: { status: 'rejected' },
    });
    const again = await sendLabOrderAgain(clinic.clinician, order);
    expect(again.items.map(({ status }) => status)).toEqual(['ordered', 'ordered']);
  });

  it('of one test in an acknowledgment accepts the order', async () => {
    const named = [`ORC|UA|${order.order_number}`, 'OBR|1|||T2^Test'];
    await deliver(header('ORL^O22'), `MSA|AA|${await controlId()}`, ...named);
    expect(await statuses()).toEqual(['ordered', 'not_performed']);
    expect((await orderNow(clinic, order)).transmission.status).toBe('accepted');
  });

  it('of a cancellation that was acknowledged opens the order again', async () => {
    await accept();
    await cancel();
    await accept();
    expect((await orderNow(clinic, order)).status).toBe('cancelled');
    await deliver(header('ORM^O01'), `ORC|UC|${order.order_number}|F-1|||||||||||||X^Too late`);
    const now = await orderNow(clinic, order);
    expect(now).toMatchObject({
      status: 'sent',
      cancelled_reason: null,
      transmission: { status: 'cancel_refused' },
    });
    expect(await statuses()).toEqual(['ordered', 'ordered']);
  });
});

describe('an order that the laboratory canceled', () => {
  it('is not sent again, and no later answer opens it', async () => {
    await asSuperuser("UPDATE outbound_messages SET status = 'queued' WHERE org_id = $1", [clinic.org.orgId]);
    await deliver(header('ORM^O01'), `ORC|OC|${order.order_number}|F-1`);
    expect(await outboundOf(clinic)).toMatchObject([{ status: 'rejected' }]);
    await asSuperuser("UPDATE outbound_messages SET status = 'sent' WHERE org_id = $1", [clinic.org.orgId]);
    await deliver(header('ACK'), `MSA|AA|${await controlId()}`);
    expect(await orderNow(clinic, order)).toMatchObject({
      status: 'cancelled',
      transmission: { status: 'cancelled' },
    });
    await expect(sendLabOrderAgain(clinic.clinician, order)).rejects.toMatchObject({ code: 'invalid_state' });
  });

  it('in part is sent again without these tests', async () => {
    await deliver(header('ORM^O01'), `ORC|OC|${order.order_number}|F-1`, 'OBR|1||F-1|T2^Test');
    await deliver(header('ACK'), `MSA|AR|${await controlId()}`);
    await sendLabOrderAgain(clinic.clinician, order);
    const sent = (await outboundOf(clinic)).at(-1)!.bytes!.toString();
    expect(sent.match(/^OBR.*$/gm)).toEqual([expect.stringContaining('T1^')]);
  });
});

/** A requested cancellation, the latest message. @param status of that message */
async function cancel(status: 'queued' | 'sent' = 'sent'): Promise<void> {
  await cancelLabOrder(clinic.clinician, { id: order.id, reason: 'Twice.' });
  if (status === 'sent')
    await asSuperuser(
      "UPDATE outbound_messages SET status = 'sent', sent_at = now() WHERE org_id = $1 AND kind = 'cancellation'",
      [clinic.org.orgId],
    );
}

describe('a cancellation', () => {
  it.each(['queued', 'sent'] as const)('that is %s is not confirmed by progress', async (status) => {
    await cancel(status);
    await deliver(header('OSU^O51^OSU_O51'), `ORC|SC|${order.order_number}|F-9||IP`);
    // Without a control ID, OK may answer the order itself.
    await deliver(header('ORR^O02'), `ORC|OK|${order.order_number}|F-9`);
    expect(await orderNow(clinic, order)).toMatchObject({
      status: 'sent',
      transmission: { status: 'cancel_requested', filler_order_number: 'F-9' },
    });
    expect(await outboundOf(clinic)).toMatchObject([{ status: 'accepted' }, { status }]);
    await deliver(header('ORM^O01'), `ORC|CR|${order.order_number}|F-9`);
    expect(await orderNow(clinic, order)).toMatchObject({ status: 'cancelled', cancelled_reason: 'Twice.' });
    expect(await outboundOf(clinic)).toMatchObject([{ status: 'accepted' }, { status: 'accepted' }]);
  });

  it('is not confirmed by progress in its answer, but by OK', async () => {
    await cancel();
    const answer = (orc: string) =>
      [`MSA|AA|${id}`, `ORC|${orc}|${order.order_number}|F-1||IP`] as [string, string];
    const id = await controlId();
    await deliver(header('ORL^O22'), ...answer('SC'));
    expect((await orderNow(clinic, order)).transmission.status).toBe('cancel_requested');
    await deliver(header('ORL^O22'), ...answer('OK'));
    expect((await orderNow(clinic, order)).transmission.status).toBe('cancelled');
  });

  it('of one test is not one of the order', async () => {
    await cancel();
    const confirm = (code: string) =>
      deliver(header('ORM^O01'), `ORC|CR|${order.order_number}|F-1`, `OBR|1||F-1|${code}^Test`);
    await confirm('T2');
    let now = await orderNow(clinic, order);
    expect(now.items.map(({ status }) => status)).toEqual(['ordered', 'cancelled']);
    expect(now).toMatchObject({ status: 'sent', transmission: { status: 'cancel_requested' } });
    await confirm('T1');
    now = await orderNow(clinic, order);
    expect(now).toMatchObject({ status: 'cancelled', cancelled_reason: 'Twice.' });
  });

  it('is answered by telephone', async () => {
    const answer = (confirmed: boolean) =>
      recordCancellationAnswer(clinic.clinician, {
        id: order.id,
        confirmed,
        reason: 'Dr. Lee, by telephone.',
      });
    await expect(answer(true)).rejects.toMatchObject({ code: 'invalid_state' });
    await cancel();
    await answer(false);
    expect(await orderNow(clinic, order)).toMatchObject({
      status: 'sent',
      transmission: { status: 'cancel_refused', reason: 'Dr. Lee, by telephone.' },
    });
    await cancel('queued');
    await answer(false);
    const { cancellations } = await getOrderSheet(clinic.clinician, order);
    const said = { reason: 'Dr. Lee, by telephone.' };
    expect(cancellations.map(({ rejected }) => rejected)).toMatchObject([said, said]);
    await cancel('queued');
    await answer(true);
    expect(await orderNow(clinic, order)).toMatchObject({
      status: 'cancelled',
      cancelled_reason: 'Twice.',
      transmission: { status: 'cancelled', reason: 'Dr. Lee, by telephone.' },
    });
    const statuses = (await outboundOf(clinic)).map(({ status }) => status);
    expect(statuses).toEqual(['sent', 'rejected', 'withdrawn', 'withdrawn']);
    const events = await eventsOfOrder(clinic, order);
    expect(events).toEqual(['created', 'sent', 'cancel_refused', 'cancel_refused', 'cancelled']);
  });

  it('without an answer for a day needs a person', async () => {
    await cancel();
    const stopped = async () => {
      const { data } = await listLabOrders(clinic.clinician, listLabOrdersInput.parse({ stopped: 'true' }));
      return [data.length, (await countOrders(clinic.clinician)).stopped];
    };
    expect(await stopped()).toEqual([0, 0]);
    await asSuperuser("UPDATE lab_orders SET updated_at = now() - interval '25 hours' WHERE org_id = $1", [
      clinic.org.orgId,
    ]);
    expect(await stopped()).toEqual([1, 1]);
  });
});
