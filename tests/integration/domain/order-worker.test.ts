import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { cancelLabOrder } from '../../../server/domain/lab-orders/cancel-lab-order';
import { listOpenTests } from '../../../server/domain/lab-orders/list-open-tests';
import { sendLabOrderAgain } from '../../../server/domain/lab-orders/send-lab-order-again';
import { setOrdersPaused } from '../../../server/domain/order-destinations/set-orders-paused';
import { getToday } from '../../../server/domain/today/get-today';
import { testOrderDestination } from '../../../server/domain/order-destinations/test-order-destination';
import {
  beginMessage,
  claimDestinations,
  noteFailedAttempt,
  releaseDestination,
} from '../../../server/domain/outbound-messages/queue';
import { getFeedHealth } from '../../../server/domain/lab-connections/get-feed-health';
import { registry } from '../../../server/http/metrics';
import { logger } from '../../../server/logger';
import { startQueueAlarm } from '../../../server/transmissions/queue-alarm';
import { startOrderWorker, type OrderWorker } from '../../../server/transmissions/worker';
import type { LabOrder } from '../../../server/domain/lab-orders/contract';
import { asSuperuser, personContext } from '../../support/database';
import {
  accepts,
  ack,
  breaksOff,
  closeLaboratoriesAfterEach,
  hangsUp,
  isSilent,
  OrderLaboratory,
  orl,
  says,
} from '../../support/order-laboratory';
import {
  eventsOfOrder,
  orderingClinic,
  orderNow,
  outboundOf,
  sendTo,
  type OrderingClinic,
} from '../../support/order-transmission';
import { few, nightly } from '../../support/test-size';

closeLaboratoriesAfterEach();

/** The whole way over real TCP: stored message, worker, laboratory, answer, state of the order. */

// Other files of this database left destinations that no laboratory listens on.
beforeAll(() => asSuperuser('UPDATE order_destinations SET paused = true'));

const workers: OrderWorker[] = [];
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  await asSuperuser('UPDATE order_destinations SET paused = true');
});

/** A second of `wait_seconds` takes 20 ms, and failed attempts are repeated at once. */
function work(options: Parameters<typeof startOrderWorker>[0] = {}): OrderWorker {
  const worker = startOrderWorker({ pollMs: 5, secondMs: 20, waitOf: () => 0, ...options });
  workers.push(worker);
  return worker;
}

/** The order once its transmission has the status. */
async function reaches(clinic: OrderingClinic, order: LabOrder, status: string): Promise<LabOrder> {
  let now = await orderNow(clinic, order);
  await expect
    .poll(async () => (now = await orderNow(clinic, order)).transmission.status, {
      interval: 10,
      timeout: 8_000,
    })
    .toBe(status);
  return now;
}

async function begin(settings: object = {}): Promise<{ lab: OrderLaboratory; clinic: OrderingClinic }> {
  const lab = await OrderLaboratory.start();
  return { lab, clinic: await orderingClinic({ port: lab.port, wait_seconds: 5, ...settings }) };
}

describe('an order', () => {
  it('is accepted by AA', async () => {
    const { lab, clinic } = await begin();
    const order = await clinic.order();
    work();
    const now = await reaches(clinic, order, 'accepted');
    expect(now).toMatchObject({ status: 'sent', transmission: { attempts: 1, reason: null } });
    expect(now.transmission.accepted_at).not.toBeNull();
    expect(now.transmission.last_attempt_at).not.toBeNull();
    expect(lab.got).toHaveLength(1);
    expect(lab.got[0]).toMatchObject({ control: 'NW', placer: order.order_number, type: 'OML^O21' });
    const [row] = await outboundOf(clinic);
    expect(lab.got[0]!.bytes.equals(row!.bytes!)).toBe(true);
    expect(row!.answer!.toString('latin1')).toContain(`MSA|AA|${row!.control_id}`);
    expect(await eventsOfOrder(clinic, order)).toEqual(['created', 'sent', 'accepted']);
  });

  it('is accepted by ORL with OK, with the number of the laboratory', async () => {
    const { lab, clinic } = await begin();
    lab.behaves(says((got) => orl(got, 'OK', { filler: 'LAB-5' })));
    const order = await clinic.order();
    work();
    expect((await reaches(clinic, order, 'accepted')).transmission.filler_order_number).toBe('LAB-5');
  });

  it('in enhanced mode is sent with CA and accepted later on the same connection', async () => {
    const { lab, clinic } = await begin({ acknowledgment_mode: 'enhanced', wait_seconds: 50 });
    let later = () => {};
    lab.behaves((got) => {
      got.socket.write(ack('CA', got.controlId));
      later = () => void got.socket.write(orl(got, 'OK'));
    });
    const order = await clinic.order();
    work();
    expect((await reaches(clinic, order, 'sent')).status).toBe('sent');
    later();
    await reaches(clinic, order, 'accepted');
    expect(lab.connections).toBe(1);
    expect(await eventsOfOrder(clinic, order)).toEqual(['created', 'sent', 'accepted']);
  });

  it.each(
    few(
      [
        ['AR', 'The laboratory rejected the message (AR): Unknown account'],
        ['AE', 'The laboratory could not process the message (AE): Unknown account'],
        ['CE', 'The laboratory could not process the message (CE): Unknown account'],
        ['CR', 'The laboratory rejected the message (CR): Unknown account'],
      ],
      1,
    ),
  )('is rejected by %s, and the next one is sent', async (code, reason) => {
    const { lab, clinic } = await begin();
    lab.behaves(
      says(({ controlId }) => ack(code, `${controlId}|Unknown account`)),
      accepts,
    );
    const order = await clinic.order();
    const next = await clinic.order();
    work();
    const now = await reaches(clinic, order, 'rejected');
    expect(now.transmission.reason).toBe(reason);
    expect(now.status).toBe('rejected');
    expect(now.items.map(({ status }) => status)).toEqual(['not_performed']);
    await reaches(clinic, next, 'accepted');
    expect(await eventsOfOrder(clinic, order)).toEqual(['created', 'rejected']);
  });

  it('is rejected by ORL with UA, corrected, and sent again as a new message', async () => {
    const { lab, clinic } = await begin();
    lab.behaves(
      says((got) => orl(got, 'UA', { reason: 'X^No such test' })),
      accepts,
    );
    const order = await clinic.order();
    work();
    const rejected = await reaches(clinic, order, 'rejected');
    expect(rejected.transmission.reason).toContain('The laboratory does not accept the order (UA)');
    expect(rejected.transmission.reason).toContain('No such test');
    await sendTo(clinic.org, clinic.labId, { port: lab.port, wait_seconds: 5, account_number: 'CORRECTED' });
    const again = await sendLabOrderAgain(clinic.clinician, order);
    expect(again.items.map(({ status }) => status)).toEqual(['ordered']);
    expect(again.transmission).toMatchObject({ attempts: 0, last_attempt_at: null });
    const now = await reaches(clinic, order, 'accepted');
    // The rejected message is not counted.
    expect(now).toMatchObject({ status: 'sent', transmission: { attempts: 1, reason: null } });
    expect(lab.got[1]!.controlId).not.toBe(lab.got[0]!.controlId);
    expect(lab.got[1]!.bytes.toString()).toContain('CORRECTED');
    expect(await eventsOfOrder(clinic, order)).toEqual(['created', 'rejected', 'sent', 'accepted']);
  });
});

describe('a faulty laboratory', () => {
  const faults: [string, ...Parameters<OrderLaboratory['behaves']>][] = [
    ['never answers', isSilent],
    ['closes before it answers', hangsUp],
    ['closes in the middle of its answer', breaksOff],
    ['sends garbage', says(() => '\x0bGARBAGE\x1c\r', true)],
    ['sends bytes without a frame', says(() => Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'), true)],
    ['answers another message', says(() => ack('AA', 'SOMEONE-ELSE'), true)],
    ['answers without a control ID', says(() => ack('AA', ''), true)],
    ['answers without a code', says(({ controlId }) => ack('', controlId), true)],
  ];
  it.each(few(faults, 3))(
    'that %s gets the same bytes again, and applies them once',
    async (_name, fault) => {
      const { lab, clinic } = await begin();
      lab.behaves(fault!, accepts);
      const order = await clinic.order();
      work();
      const now = await reaches(clinic, order, 'accepted');
      expect(now.transmission.attempts).toBe(2);
      const [first, second] = lab.got;
      expect(second!.bytes.equals(first!.bytes)).toBe(true);
      expect(lab.applied).toEqual([`NW ${order.order_number}`]);
    },
  );

  it.each(
    few(
      [
        ['answers another message', says(() => ack('AA', 'SOMEONE-ELSE')), 'foreign_answer'],
        ['never answers', isSilent, 'timeout'],
        ['closes before it answers', hangsUp, 'closed'],
        ['sends garbage', says(() => '\x0bGARBAGE\x1c\r'), 'unreadable_answer'],
      ],
      1,
    ),
  )(
    'that always %s ends in a named failure, from which it can be sent again',
    async (_name, fault, failure) => {
      const { lab, clinic } = await begin({ most_attempts: 2 });
      lab.behaves(fault);
      const order = await clinic.order();
      work();
      const now = await reaches(clinic, order, 'failed');
      expect(now).toMatchObject({ status: 'failed', transmission: { attempts: 2 } });
      expect(now.transmission.reason).toMatch(/^The .*\.?$/);
      expect(await outboundOf(clinic)).toMatchObject([{ status: 'failed', failure }]);
      expect(await eventsOfOrder(clinic, order)).toEqual(['created', 'failed']);
      lab.behaves(accepts);
      const again = await sendLabOrderAgain(clinic.clinician, order);
      expect(again).toMatchObject({ status: 'requested', transmission: { last_attempt_at: null } });
      await reaches(clinic, order, 'accepted');
      // The laboratory may have had it: the same message.
      expect(new Set(lab.got.map(({ controlId }) => controlId)).size).toBe(1);
    },
  );

  it('that answers twice is believed once', async () => {
    const { lab, clinic } = await begin();
    lab.behaves(
      says(({ controlId }) => ack('AA', controlId) + ack('AE', controlId)),
      accepts,
    );
    const order = await clinic.order();
    const next = await clinic.order();
    work();
    await reaches(clinic, order, 'accepted');
    await reaches(clinic, next, 'accepted');
    expect((await orderNow(clinic, order)).transmission.status).toBe('accepted');
    expect(lab.got).toHaveLength(2);
  });

  it('that answers late, after its order counted as failed, is still believed', nightly, async () => {
    const { lab, clinic } = await begin({ most_attempts: 1, acknowledgment_mode: 'enhanced' });
    let late = () => {};
    lab.behaves(
      (got, at) => at.apply(got),
      (got) => {
        late = () => void got.socket.write(ack('AA', lab.got[0]!.controlId));
        got.socket.write(ack('CA', got.controlId));
      },
    );
    const order = await clinic.order();
    work();
    await reaches(clinic, order, 'failed');
    const next = await clinic.order();
    await reaches(clinic, next, 'sent');
    late();
    expect(await reaches(clinic, order, 'accepted')).toMatchObject({ status: 'sent' });
  });

  it('that is not there is tried again without a connection, and named', async () => {
    const { lab, clinic } = await begin({ most_attempts: 3 });
    await lab.close();
    const order = await clinic.order();
    work();
    const now = await reaches(clinic, order, 'failed');
    expect(now.transmission).toMatchObject({ attempts: 3, reason: 'The connection was refused.' });
    expect(await outboundOf(clinic)).toMatchObject([{ failure: 'connection', sent_at: null }]);
    // Nothing was sent, so canceling needs no laboratory.
    const canceled = await cancelLabOrder(clinic.clinician, { id: order.id, reason: 'Closed.' });
    expect(canceled).toMatchObject({ status: 'cancelled', transmission: { status: 'cancelled' } });
  });
});

describe('the order of messages', () => {
  it('is kept on one connection, one message at a time', nightly, async () => {
    const { lab, clinic } = await begin();
    const orders: LabOrder[] = [];
    for (let at = 0; at < 12; at++) orders.push(await clinic.order());
    work();
    await reaches(clinic, orders.at(-1)!, 'accepted');
    expect(lab.applied).toEqual(orders.map(({ order_number }) => `NW ${order_number}`));
    expect(lab.connections).toBe(1);
  });

  it('never lets a cancellation overtake its order', async () => {
    const { lab, clinic } = await begin({ most_attempts: 5 });
    lab.behaves(isSilent, isSilent, accepts);
    const order = await clinic.order();
    work();
    await lab.until(1);
    const asked = await cancelLabOrder(clinic.clinician, { id: order.id, reason: 'Twice.' });
    expect(asked.transmission.status).toBe('cancel_requested');
    const now = await reaches(clinic, order, 'cancelled');
    expect(now).toMatchObject({ status: 'cancelled', cancelled_reason: 'Twice.' });
    expect(lab.applied).toEqual([`NW ${order.order_number}`, `CA ${order.order_number}`]);
    expect(lab.got.map(({ control }) => control)).toEqual(['NW', 'NW', 'NW', 'CA']);
    expect(await eventsOfOrder(clinic, order)).toEqual(['created', 'accepted', 'cancelled']);
  });

  it('is STAT first', async () => {
    const { lab, clinic } = await begin();
    const routine = await clinic.order();
    const stat = [await clinic.order({ priority: 'stat' }), await clinic.order({ priority: 'stat' })];
    work();
    await reaches(clinic, routine, 'accepted');
    expect(lab.applied).toEqual([...stat, routine].map(({ order_number }) => `NW ${order_number}`));
  });

  it('of one order does not depend on what is STAT meanwhile', async () => {
    const { lab, clinic } = await begin();
    const order = await clinic.order({ priority: 'stat' });
    // As placed by an earlier version, which is still running.
    await asSuperuser('UPDATE outbound_messages SET stat = false WHERE org_id = $1', [clinic.org.orgId]);
    const [claimed] = await claimDestinations(1, new Date());
    await beginMessage(claimed!, new Date());
    await cancelLabOrder(clinic.clinician, { id: order.id, reason: 'Twice.' });
    await releaseDestination(claimed!);
    work();
    await reaches(clinic, order, 'cancelled');
    expect(lab.applied).toEqual([`NW ${order.order_number}`, `CA ${order.order_number}`]);
  });

  it('is kept by two workers, which never send the same message twice', async () => {
    const { lab, clinic } = await begin();
    const orders: LabOrder[] = [];
    for (let at = 0; at < 20; at++) orders.push(await clinic.order());
    work();
    work();
    await reaches(clinic, orders.at(-1)!, 'accepted');
    expect(lab.got).toHaveLength(20);
    expect(lab.mostConnections).toBe(1);
    expect(lab.applied).toEqual(orders.map(({ order_number }) => `NW ${order_number}`));
  });

  it('does not let a silent laboratory delay another one', async () => {
    const slow = await begin({ wait_seconds: 300 });
    slow.lab.behaves(isSilent);
    const stuck = await slow.clinic.order();
    const other = await begin();
    const order = await other.clinic.order();
    work({ secondMs: 100, stopMs: 10 });
    await slow.lab.until(1);
    await reaches(other.clinic, order, 'accepted');
    expect((await orderNow(slow.clinic, stuck)).transmission.status).toBe('queued');
  });
});

describe('after a failed attempt', () => {
  const HOUR = 3_600_000;
  async function failing() {
    const { lab, clinic } = await begin();
    lab.behaves(hangsUp, accepts);
    const routine = await clinic.order();
    work({ waitOf: () => HOUR });
    const failingSince = async () => (await orderNow(clinic, routine)).transmission.failing_since;
    await expect.poll(failingSince).not.toBeNull();
    const seen = await listOpenTests(clinic.clinician, { patient_id: clinic.patientId });
    expect(seen.connected_labs).toMatchObject([{ failing_since: await failingSince() }]);
    return { lab, clinic, routine };
  }

  it('a new STAT order is sent at once, and after its success the others', async () => {
    const { lab, clinic, routine } = await failing();
    const stat = await clinic.order({ priority: 'stat' });
    expect(stat.transmission.failing_since).not.toBeNull();
    await reaches(clinic, stat, 'accepted');
    await reaches(clinic, routine, 'accepted');
    expect(lab.got.map(({ placer }) => placer)).toEqual(
      [routine, stat, routine].map(({ order_number }) => order_number),
    );
    const seen = await listOpenTests(clinic.clinician, { patient_id: clinic.patientId });
    expect(seen.connected_labs).toMatchObject([{ failing_since: null }]);
  });

  it('sending that is resumed is attempted at once', async () => {
    const { clinic, routine } = await failing();
    const admin = await personContext(clinic.org, 'admin');
    await setOrdersPaused(admin, { id: clinic.labId, paused: true });
    await setOrdersPaused(admin, { id: clinic.labId, paused: false });
    await reaches(clinic, routine, 'accepted');
  });

  it('the failure is that of its message, not of a STAT order placed meanwhile', async () => {
    const { clinic } = await begin();
    await clinic.order();
    const [claimed] = await claimDestinations(1, new Date());
    const begun = await beginMessage(claimed!, new Date());
    await clinic.order({ priority: 'stat' });
    const failure = { failure: 'timeout' as const, reason: 'The laboratory did not answer in time.' };
    await noteFailedAttempt(claimed!, begun!.message.id, failure, new Date(), () => HOUR);
    const [routine, stat] = await outboundOf(clinic);
    expect(routine).toMatchObject({ failure: 'timeout', next_attempt_at: expect.any(Date) });
    expect(stat).toMatchObject({ failure: null, next_attempt_at: null });
  });
});

describe('a cancellation', () => {
  it('is refused with UC, and the order continues', async () => {
    const { lab, clinic } = await begin();
    lab.behaves(
      accepts,
      says((got) => orl(got, 'UC', { reason: 'X^Already analyzed' })),
    );
    const order = await clinic.order();
    work();
    await reaches(clinic, order, 'accepted');
    await cancelLabOrder(clinic.clinician, { id: order.id, reason: 'Twice.' });
    const now = await reaches(clinic, order, 'cancel_refused');
    expect(now).toMatchObject({ status: 'sent', cancelled_reason: null });
    expect(now.transmission.reason).toContain('Already analyzed');
    expect(await eventsOfOrder(clinic, order)).toEqual(['created', 'sent', 'accepted', 'cancel_refused']);
  });

  it('is confirmed with CR', async () => {
    const { lab, clinic } = await begin();
    lab.behaves(
      accepts,
      says((got) => orl(got, 'CR')),
    );
    const order = await clinic.order();
    work();
    await reaches(clinic, order, 'accepted');
    await cancelLabOrder(clinic.clinician, { id: order.id, reason: 'Twice.' });
    const now = await reaches(clinic, order, 'cancelled');
    expect(now.items.map(({ status }) => status)).toEqual(['cancelled']);
  });

  it('that fails can be sent again as a cancellation', async () => {
    const { lab, clinic } = await begin({ most_attempts: 1 });
    lab.behaves(accepts, isSilent, accepts);
    const order = await clinic.order();
    work();
    await reaches(clinic, order, 'accepted');
    await cancelLabOrder(clinic.clinician, { id: order.id, reason: 'Twice.' });
    const now = await reaches(clinic, order, 'failed');
    expect(now.status).toBe('sent');
    expect(now.transmission.reason).toBe(
      'The cancellation was not delivered. The laboratory did not answer in time.',
    );
    expect(now.transmission).toMatchObject({ message: 'cancellation', attempts: 1 });
    expect((await getToday(clinic.clinician)).orders!.data).toMatchObject([
      { id: order.id, state: 'cancel_unsent' },
    ]);
    expect((await sendLabOrderAgain(clinic.clinician, order)).transmission.status).toBe('cancel_requested');
    await reaches(clinic, order, 'cancelled');
  });

  it('of an order that the laboratory then rejects is withdrawn', async () => {
    const { lab, clinic } = await begin();
    let answer = () => {};
    lab.behaves((got) => (answer = () => void got.socket.write(ack('AR', got.controlId))));
    const order = await clinic.order();
    work({ secondMs: 1_000 });
    await lab.until(1);
    await cancelLabOrder(clinic.clinician, { id: order.id, reason: 'Twice.' });
    answer();
    await reaches(clinic, order, 'rejected');
    expect((await outboundOf(clinic)).map(({ status }) => status)).toEqual(['rejected', 'withdrawn']);
    expect(lab.got).toHaveLength(1);
  });
});

describe('a worker that ends', () => {
  it('between writing and the answer is followed by one with the same message', async () => {
    const { lab, clinic } = await begin();
    const order = await clinic.order();
    // As a killed process leaves it: begun and written, with a lease that runs out.
    const [claimed] = await claimDestinations(1, new Date());
    const begun = await beginMessage(claimed!, new Date());
    lab.behaves(accepts);
    await asSuperuser(
      "UPDATE order_destinations SET lease_until = now() - interval '1 second' WHERE org_id = $1",
      [clinic.org.orgId],
    );
    work();
    const now = await reaches(clinic, order, 'accepted');
    expect(now.transmission.attempts).toBe(2);
    expect(lab.got[0]!.bytes.equals(begun!.bytes)).toBe(true);
  });

  it('holds its destination until the lease expires', async () => {
    const { lab, clinic } = await begin();
    await clinic.order();
    expect(await claimDestinations(5, new Date())).toHaveLength(1);
    expect(await claimDestinations(5, new Date())).toEqual([]);
    expect(await claimDestinations(5, new Date(Date.now() + 31_000))).toHaveLength(1);
    expect(lab.got).toEqual([]);
  });

  it('cannot begin a message after another one took the lease', async () => {
    const { clinic } = await begin();
    await clinic.order();
    const [slow] = await claimDestinations(1, new Date());
    const [fast] = await claimDestinations(1, new Date(Date.now() + 31_000));
    expect(await beginMessage(slow!, new Date())).toBeNull();
    expect(await beginMessage(fast!, new Date())).not.toBeNull();
  });

  it('stops in the middle of waiting without a failed attempt', async () => {
    const { lab, clinic } = await begin({ wait_seconds: 300 });
    lab.behaves(isSilent, accepts);
    const order = await clinic.order();
    await (async () => {
      const worker = work({ secondMs: 1_000, stopMs: 10 });
      await lab.until(1);
      await worker.stop();
    })();
    expect(await outboundOf(clinic)).toMatchObject([{ status: 'queued', failure: null }]);
    work();
    await reaches(clinic, order, 'accepted');
    expect(lab.applied).toHaveLength(1);
  });
});

describe('a destination', () => {
  it('that is paused queues orders and cancellations, and resumes', async () => {
    const { lab, clinic } = await begin();
    const admin = await personContext(clinic.org, 'admin');
    work();
    const sent = await clinic.order();
    await reaches(clinic, sent, 'accepted');
    await setOrdersPaused(admin, { id: clinic.labId, paused: true });
    const order = await clinic.order();
    const { transmission } = await cancelLabOrder(clinic.clinician, { id: sent.id, reason: 'Wrong patient' });
    expect(transmission).toMatchObject({ status: 'cancel_requested', pending: true, paused: true });
    const other = await begin();
    await reaches(other.clinic, await other.clinic.order(), 'accepted');
    expect(lab.got).toHaveLength(1);
    const shown = await setOrdersPaused(admin, { id: clinic.labId, paused: false });
    expect(shown.queue.queued).toBe(2);
    await reaches(clinic, order, 'accepted');
    await expect.poll(async () => (await orderNow(clinic, sent)).transmission.pending).toBe(false);
  });

  it(
    'with an order queued for over 15 minutes is shown, logged once and in the metrics',
    nightly,
    async () => {
      const { clinic } = await begin();
      const admin = await personContext(clinic.org, 'admin');
      await setOrdersPaused(admin, { id: clinic.labId, paused: true });
      const order = await clinic.order();
      const metric = async (name: string) =>
        Number(new RegExp(`^${name} (.+)$`, 'm').exec(await registry.metrics())?.[1]);
      const queued = 'clinical_orders_queued{transport="mllp",sending="paused"}';
      const others = (await metric(queued)) - 1;
      const error = vi.spyOn(logger, 'error').mockImplementation(() => undefined);
      const info = vi.spyOn(logger, 'info').mockImplementation(() => undefined);
      let minutes = 14;
      let looks = 0;
      const alarm = startQueueAlarm({
        everyMs: 5,
        now: () => (looks++, new Date(Date.now() + minutes * 60_000)),
      });
      const look = () => {
        const before = looks;
        // Each look asks for the time once for each queue.
        return vi.waitFor(() => expect(looks).toBeGreaterThan(before + 2 * (others + 1)), { timeout: 5_000 });
      };
      const reported = () =>
        error.mock.calls.filter(([about]) => (about as { connection?: string }).connection === clinic.labId);
      await look();
      expect(reported()).toEqual([]);
      minutes = 16;
      await look();
      await look();
      expect(reported()).toMatchObject([
        [{ limit_minutes: 15, paused: true }, 'orders: messages are not sent'],
      ]);
      const { feeds } = await getFeedHealth(admin, { connection_id: clinic.labId });
      expect(feeds[0]!.orders).toEqual({ paused: true, queued: 1, queued_since: expect.any(String) });

      const attempts = 'clinical_order_attempts_total{outcome="accepted"}';
      const before = await metric(attempts);
      await setOrdersPaused(admin, { id: clinic.labId, paused: false });
      work();
      await reaches(clinic, order, 'accepted');
      await vi.waitFor(
        () =>
          expect(info.mock.calls).toContainEqual([
            { connection: clinic.labId },
            'orders: messages are sent again',
          ]),
        15_000,
      );
      expect(await metric(queued)).toBe(others);
      expect(await metric(attempts)).toBe(before + 1);
      await alarm.stop();
      error.mockRestore();
      info.mockRestore();
    },
  );

  it('of the transport folder gets one whole file for each message', async () => {
    const directory = await mkdtemp(path.join(os.tmpdir(), 'orders-'));
    try {
      const clinic = await orderingClinic({ transport: 'folder' }, directory);
      const order = await clinic.order();
      work();
      const now = await reaches(clinic, order, 'sent');
      expect(now.status).toBe('sent');
      const [row] = await outboundOf(clinic);
      expect(await readdir(directory)).toEqual([`${row!.control_id}.hl7`]);
      expect((await readFile(path.join(directory, `${row!.control_id}.hl7`))).equals(row!.bytes!)).toBe(true);
      expect(row).toMatchObject({ ack_code: null, answer: null });
      const admin = await personContext(clinic.org, 'admin');
      expect(await testOrderDestination(admin, { id: clinic.labId })).toMatchObject({ ok: true });
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  });
});
