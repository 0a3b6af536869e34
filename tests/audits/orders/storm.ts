import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createLabConnection } from '../../../server/domain/lab-connections/create-lab-connection';
import { cancelLabOrder } from '../../../server/domain/lab-orders/cancel-lab-order';
import { createLabOrderInput } from '../../../server/domain/lab-orders/contract';
import { getLabOrder } from '../../../server/domain/lab-orders/get-lab-order';
import { createLabOrder } from '../../../server/domain/lab-orders/create-lab-order';
import { saveOrderDestinationInput } from '../../../server/domain/order-destinations/contract';
import { saveOrderDestination } from '../../../server/domain/order-destinations/save-order-destination';
import { upsertCatalog } from '../../../server/domain/catalog/upsert-catalog';
import { createPatientInput } from '../../../server/domain/patients/contract';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { catalogEntries } from '../../../server/demo/catalog-data';
import type { Context } from '../../../server/shared/context';
import { systemContext } from '../../../server/shared/system-actor';
import { crash } from '../crash/storm';
import { organizations, type Fixture } from '../deliveries/fixture';
import { endOf, pause } from '../deliveries/parts';
import { seeded } from '../../support/random';
import type { Laboratory, OrderArrival } from './laboratory';

export interface StormOptions {
  orders: number;
  kills: number;
  crashes: number;
  /** Orders started per second. */
  rate: number;
  seconds: number;
  seed: number;
}

export interface Setup {
  fixture: Fixture;
  laboratory: Laboratory;
  file: string;
  say: (sentence: string) => void;
  isStopped: () => boolean;
}

interface Clinic {
  ctx: Context;
  name: string;
  labId: string;
  patientId: string;
}

interface Placed {
  clinic: Clinic;
  id: string;
  /** External ID. */
  key: string;
}

/** When an order or cancellation was asked for, and when that was acknowledged. */
interface Asked {
  from: number;
  until: number;
}

const CLINICS = 5;
const AT_ONCE = 10;
const CANCELED = 0.2;
/** Canceled at once, probably before anything was sent. */
const UNSENT = 0.2;
/** Slightly longer than a lease: each worker starts after the leases of the previous one have expired. */
const LEASE_MS = 31_000;
const SETTLE_MS = 300_000;

export async function storm({ fixture, laboratory, file, say, isStopped }: Setup, options: StormOptions) {
  const { next: random } = seeded(options.seed);
  const clinics = await makeClinics(fixture, laboratory.port);
  /** By external ID; `CA` in front for cancellations. */
  const asked = new Map<string, Asked>();
  const began = Date.now();
  let placed = 0;
  let failed = 0;
  const isOver = () => isStopped() || Date.now() - began > options.seconds * 1000;

  const timed = async <T>(key: string, act: () => Promise<T>): Promise<T> => {
    const entry = { from: performance.now(), until: Infinity };
    asked.set(key, entry);
    const made = await act();
    entry.until = performance.now();
    return made;
  };
  /** Repeated like a client would, until it is known to be stored. */
  async function place(turn: number): Promise<void> {
    const clinic = clinics[turn % CLINICS]!;
    const key = `order-${turn}`;
    let id: string | undefined;
    while (id === undefined && !isOver())
      try {
        const input = createLabOrderInput.parse({
          patient_id: clinic.patientId,
          external_id: key,
          items: [{ code: 'T1' }],
          lab_id: clinic.labId,
          ordering_clinician: { name: 'Dr. Storm' },
        });
        id = (await timed(key, () => createLabOrder(clinic.ctx, input))).id;
      } catch (error) {
        // Stored although the answer was lost.
        if ((error as { code?: string }).code === 'duplicate_external_id') break;
        failed++;
        await pause(50);
      }
    placed++;
    if (id === undefined || random() >= CANCELED) return;
    if (random() < UNSENT) await cancel({ clinic, id, key });
    else toCancel.push({ clinic, id, key });
  }
  const cancel = ({ clinic, id, key }: Placed): Promise<unknown> =>
    timed(`CA ${key}`, () => cancelLabOrder(clinic.ctx, { id, reason: 'Storm.' })).catch(() => failed++);
  /** Orders that are canceled once they were sent. */
  const toCancel: Placed[] = [];
  let writing = true;
  const cancelUntil = began + options.seconds * 1000 + SETTLE_MS;
  const canceler = async () => {
    // Also after the time for kills: most are sent by the last worker.
    while ((writing || toCancel.length > 0) && !isStopped() && Date.now() < cancelUntil) {
      const next = toCancel.shift();
      const order = next && (await getLabOrder(next.clinic.ctx, { id: next.id }).catch(() => null));
      if (next && order && order.transmission.attempts > 0) await cancel(next);
      else {
        if (next) toCancel.push(next);
        await pause(20);
      }
    }
  };
  let next = 0;
  const writers = Array.from({ length: AT_ONCE }, async () => {
    while (next < options.orders && !isOver()) {
      const turn = next++;
      const due = began + (turn / options.rate) * 1000;
      if (due > Date.now()) await pause(due - Date.now());
      await place(turn);
    }
  });

  let kills = 0;
  const killer = async () => {
    while (kills < options.kills && !isOver()) {
      const worker = await startWorker(fixture, laboratory, file, kills * LEASE_MS);
      const before = laboratory.arrived.length;
      for (let waited = 0; waited < 200 && laboratory.arrived.length === before; waited++) await pause(20);
      await pause(random() * 400);
      await endOf(worker, 'kill');
      kills++;
    }
  };
  let crashes = 0;
  const crasher = async () => {
    while (crashes < options.crashes && !isOver()) {
      await pause(1_000 + random() * 4_000);
      await crash(fixture, random() < 0.5 ? 'SIGQUIT' : 'SIGKILL');
      crashes++;
    }
  };
  const canceling = canceler();
  await Promise.all([killer(), crasher()]);
  say(`${kills} kills, ${crashes} crashes, ${placed} orders placed; waiting for the rest`);
  // This one is not killed.
  const worker = await startWorker(fixture, laboratory, file, kills * LEASE_MS);
  await Promise.all(writers);
  writing = false;
  await canceling;
  for (const deadline = Date.now() + SETTLE_MS; Date.now() < deadline && !isStopped(); await pause(500)) {
    const [open] = await fixture.query<{ n: string }>(
      "select count(*) as n from outbound_messages where status in ('queued', 'sent')",
    );
    if (open?.n === '0') break;
  }
  await pause(500);
  await endOf(worker, 'stop');
  const seconds = ((Date.now() - began) / 1000).toFixed(0);
  return {
    'orders placed': placed,
    kills,
    crashes,
    seconds,
    'requests that failed': failed,
    ...(await check(fixture, laboratory.arrived, asked)),
  };
}

async function startWorker(
  { settings }: Fixture,
  { port }: Laboratory,
  file: string,
  aheadMs: number,
): Promise<ChildProcess> {
  const child = fork(file, ['worker']);
  child.send({ ...settings, aheadMs, port });
  await Promise.race([once(child, 'message'), once(child, 'exit')]);
  return child;
}

async function makeClinics(fixture: Fixture, port: number): Promise<Clinic[]> {
  const [entry] = await catalogEntries();
  const clinics: Clinic[] = [];
  for (const [at, orgId] of (await organizations(fixture, CLINICS)).entries()) {
    const ctx = systemContext(orgId, 'system');
    const name = `CLINIC${at}`;
    const { id } = await createLabConnection(ctx, { name, transport: 'https' });
    await saveOrderDestination(
      ctx,
      saveOrderDestinationInput.parse({
        id,
        transport: 'mllp',
        host: '127.0.0.1',
        port,
        sending_facility: name,
        wait_seconds: 3,
        most_attempts: 1000,
      }),
    );
    await upsertCatalog(ctx, [
      { ...entry!, kind: 'test', components: [], questions: [], loinc: null, code: 'T1', lab: { id, name } },
    ]);
    const patient = await createPatient(
      ctx,
      createPatientInput.parse({
        name: { family: 'Storm', given: ['Ann'] },
        birth_date: '1970-05-06',
        sex: 'female',
      }),
    );
    clinics.push({ ctx, name, labId: id, patientId: patient.id });
  }
  return clinics;
}

interface Row {
  order_number: string;
  external_id: string;
  transmission_status: string;
  transmission_reason: string | null;
  message: string | null;
  kind: string;
  control_id: string;
  status: string;
  bytes: Buffer | null;
}

const FINAL = ['accepted', 'rejected', 'failed', 'cancelled', 'cancel_refused'];

async function check(fixture: Fixture, arrived: readonly OrderArrival[], asked: ReadonlyMap<string, Asked>) {
  const rows = await fixture.query<Row & Record<string, unknown>>(
    `select o.order_number, o.external_id, o.transmission_status, o.transmission_reason, m.id as message, m.kind,
       m.control_id, m.status, b.bytes
     from lab_orders o left join outbound_messages m on m.org_id = o.org_id and m.order_id = o.id
     left join outbound_message_bytes b on b.org_id = m.org_id and b.message_id = m.id order by m."position"`,
  );
  const byId = new Map(rows.map((row) => [row.control_id, row]));
  const orders = new Map(rows.map((row) => [row.external_id, row]));
  const applied = new Map<string, number>();
  const first = new Map<string, OrderArrival>();
  let altered = 0;
  let unknown = 0;
  for (const one of arrived) {
    const row = byId.get(one.controlId);
    if (!row) unknown++;
    else if (row.bytes?.toString('base64') !== one.bytes) altered++;
    if (!first.has(one.controlId)) first.set(one.controlId, one);
    if (one.applied) {
      const key = `${one.control} ${one.placer}`;
      applied.set(key, (applied.get(key) ?? 0) + 1);
    }
  }
  const keyOf = ({ kind, external_id }: Row) => (kind === 'cancellation' ? `CA ${external_id}` : external_id);
  const count = <T>(of: Iterable<T>, is: (one: T) => boolean) => [...of].filter(is).length;
  const acknowledged = [...asked].filter(([, { until }]) => until !== Infinity).map(([key]) => key);
  const stored = new Set(rows.map((row) => row.external_id));
  const states = new Map<string, number>();
  for (const { transmission_status: state } of orders.values())
    states.set(state, (states.get(state) ?? 0) + 1);
  return {
    messages: byId.size,
    'of them cancellations': count(byId.values(), ({ kind }) => kind === 'cancellation'),
    arrivals: arrived.length,
    'of them again': arrived.length - first.size,
    states: [...states].map(([state, number]) => `${state} ${number}`).join(', '),
    wrong: {
      'acknowledged orders that are not stored': count(
        acknowledged,
        (key) => !stored.has(key.replace('CA ', '')),
      ),
      'orders without a message': count(rows, ({ message }) => message === null),
      'messages without bytes': count(rows, ({ bytes }) => bytes === null),
      'accepted messages that the laboratory does not have': count(
        rows,
        (row) =>
          row.status === 'accepted' &&
          !applied.has(`${row.kind === 'new_order' ? 'NW' : 'CA'} ${row.order_number}`),
      ),
      'applied messages that are not recorded as accepted': count(
        first.values(),
        (one) =>
          applied.has(`${one.control} ${one.placer}`) && byId.get(one.controlId)?.status !== 'accepted',
      ),
      'messages applied twice': count(applied.values(), (times) => times > 1),
      'messages that were never committed': unknown,
      'messages with other bytes': altered,
      'cancellations before their order': count(
        arrived.entries(),
        ([at, one]) =>
          one.control === 'CA' &&
          !arrived.slice(0, at).some(({ control, placer }) => control === 'NW' && placer === one.placer),
      ),
      'messages out of order': outOfOrder([...first.values()], byId, asked, keyOf),
      'orders without a final state': count(
        orders.values(),
        ({ transmission_status: state }) => !FINAL.includes(state),
      ),
      'rejected or failed orders without a reason': count(
        orders.values(),
        ({ transmission_status: state, transmission_reason: reason }) =>
          ['rejected', 'failed', 'cancel_refused'].includes(state) && !reason,
      ),
    },
  };
}

/** A message that was acknowledged before another one was asked for, and arrived after it. Concurrent ones have no order. */
function outOfOrder(
  arrivals: readonly OrderArrival[],
  byId: ReadonlyMap<string, Row>,
  asked: ReadonlyMap<string, Asked>,
  keyOf: (row: Row) => string,
): number {
  const latest = new Map<string, number>();
  let wrong = 0;
  for (const { clinic, controlId } of arrivals) {
    const row = byId.get(controlId);
    const times = row && asked.get(keyOf(row));
    if (!times) continue;
    if (times.until < (latest.get(clinic) ?? -Infinity)) wrong++;
    latest.set(clinic, Math.max(latest.get(clinic) ?? -Infinity, times.from));
  }
  return wrong;
}
