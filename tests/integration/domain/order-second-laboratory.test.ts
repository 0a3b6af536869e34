import { once } from 'node:events';
import { Server as ForeignServer } from 'node-hl7-server';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cancelLabOrder } from '../../../server/domain/lab-orders/cancel-lab-order';
import { startOrderWorker, type OrderWorker } from '../../../server/transmissions/worker';
import { asSuperuser } from '../../support/database';
import { selfSigned } from '../../unit/webhooks/certificate';
import { freePort } from '../../support/server';
import { orderingClinic, orderNow, outboundOf, type OrderingClinic } from '../../support/order-transmission';
import { nightly } from '../../support/test-size';

/**
 * Orders to an independent server (node-hl7-server 2.5.0), which parses them and writes the acknowledgment. It keeps what a
 * connection has sent and processes it again with each further message, so earlier messages are acknowledged again first.
 * On a busy machine it also processes a message whose end has not arrived.
 */

beforeAll(() => asSuperuser('UPDATE order_destinations SET paused = true'));
let worker: OrderWorker | null = null;
let close: (() => Promise<unknown>) | null = null;
afterEach(async () => {
  await worker?.stop();
  await close?.();
  await asSuperuser('UPDATE order_destinations SET paused = true');
});

interface Received {
  controlId: string;
  control: string;
  placer: string;
  code: string;
  patient: string;
}

/** @param decide by the order number */
async function listen(
  decide: (got: Received) => 'AA' | 'AE' | 'AR',
  tls?: { key: Buffer; cert: Buffer; ca: Buffer; requestCert: boolean },
): Promise<{ port: number; got: Received[] }> {
  const port = await freePort();
  const got: Received[] = [];
  const server = new ForeignServer({ bindAddress: '127.0.0.1', ...(tls ? { tls } : {}) });
  const inbound = server.createInbound({ port }, (request, response) => {
    const message = request.getMessage();
    const field = (path: string) => message.get(path).toString();
    const one = {
      controlId: field('MSH.10'),
      control: field('ORC.1'),
      placer: field('ORC.2'),
      code: field('OBR.4.1'),
      patient: `${field('PID.5.1')} ${field('PID.5.2')}`,
    };
    got.push(one);
    void response.sendResponse(decide(one));
  });
  await once(inbound, 'listen');
  close = () => inbound.close();
  return { port, got };
}

const pair = selfSigned('127.0.0.1');
const own = selfSigned('client.example.org');

const settles = (clinic: OrderingClinic, order: { id: string }, status: string) =>
  expect
    .poll(async () => (await orderNow(clinic, order)).transmission.status, { interval: 20, timeout: 15_000 })
    .toBe(status);

describe('an independent laboratory', () => {
  it.each([
    ['OML^O21', '2.5.1'],
    ['ORM^O01', '2.5.1'],
    ['ORM^O01', '2.3.1'],
  ] as const)('reads %s of %s, and its acknowledgment accepts the order', async (type, version) => {
    const { port, got } = await listen(() => 'AA');
    const clinic = await orderingClinic({ port, message_type: type, hl7_version: version, wait_seconds: 5 });
    const order = await clinic.order();
    worker = startOrderWorker({ pollMs: 5, waitOf: () => 0 });
    await settles(clinic, order, 'accepted');
    const [message] = await outboundOf(clinic);
    expect(got).toEqual([
      {
        controlId: message!.control_id,
        control: 'NW',
        placer: order.order_number,
        code: 'T1',
        patient: 'Orderly Ann',
      },
    ]);
    expect(message).toMatchObject({ ack_code: 'AA', attempts: 1 });
  });

  it('is reached over TLS with a client certificate', async () => {
    const [key, cert, ca] = [pair.key, pair.cert, own.cert].map((pem) => Buffer.from(pem)) as [
      Buffer,
      Buffer,
      Buffer,
    ];
    const { port, got } = await listen(() => 'AA', { key, cert, ca, requestCert: true });
    const clinic = await orderingClinic({
      port,
      tls: true,
      ca_certificate: pair.cert,
      client_certificate: own.cert,
      client_key: own.key,
      wait_seconds: 5,
    });
    const order = await clinic.order();
    worker = startOrderWorker({ pollMs: 5, waitOf: () => 0 });
    await settles(clinic, order, 'accepted');
    expect(got).toHaveLength(1);
  });

  it.each(['AE', 'AR'] as const)('rejects an order with %s', nightly, async (code) => {
    const { port } = await listen(() => code);
    const clinic = await orderingClinic({ port, wait_seconds: 5 });
    const order = await clinic.order();
    worker = startOrderWorker({ pollMs: 5, waitOf: () => 0 });
    await settles(clinic, order, 'rejected');
    expect((await orderNow(clinic, order)).transmission.reason).toContain(`(${code})`);
  });

  it('gets several orders and a cancellation, in order, although it answers earlier ones again', async () => {
    const { port, got } = await listen(() => 'AA');
    const clinic = await orderingClinic({ port, wait_seconds: 5 });
    const orders = [await clinic.order(), await clinic.order(), await clinic.order()];
    worker = startOrderWorker({ pollMs: 5, waitOf: () => 0 });
    for (const order of orders) await settles(clinic, order, 'accepted');
    await cancelLabOrder(clinic.clinician, { id: orders[1]!.id, reason: 'Ordered twice.' });
    await settles(clinic, orders[1]!, 'cancelled');
    const messages = await outboundOf(clinic);
    expect(messages.map(({ status, attempts }) => [status, attempts])).toEqual(
      Array(4).fill(['accepted', 1]),
    );
    const distinct = new Map(got.filter(({ control }) => control !== '').map((one) => [one.controlId, one]));
    expect(
      [...distinct.values()].map(({ controlId, control, placer }) => [controlId, control, placer]),
    ).toEqual(
      [...orders, orders[1]!].map(({ order_number: placer }, at) => [
        messages[at]!.control_id,
        at === 3 ? 'CA' : 'NW',
        placer,
      ]),
    );
  });
});
