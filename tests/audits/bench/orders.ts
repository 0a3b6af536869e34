import net, { type Socket } from 'node:net';
import pg from 'pg';
import { closePool } from '../../../server/db/client';
import { catalogEntries } from '../../../server/demo/catalog-data';
import { upsertCatalog } from '../../../server/domain/catalog/upsert-catalog';
import { createLabConnection } from '../../../server/domain/lab-connections/create-lab-connection';
import { createLabOrderInput } from '../../../server/domain/lab-orders/contract';
import { createLabOrder } from '../../../server/domain/lab-orders/create-lab-order';
import { saveOrderDestinationInput } from '../../../server/domain/order-destinations/contract';
import { saveOrderDestination } from '../../../server/domain/order-destinations/save-order-destination';
import { setOrdersPaused } from '../../../server/domain/order-destinations/set-orders-paused';
import { createPatientInput } from '../../../server/domain/patients/contract';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { env } from '../../../server/env';
import { encodeFrame, MllpDecoder } from '../../../server/hl7v2/mllp-frames';
import type { Context } from '../../../server/shared/context';
import { readId } from '../../../server/shared/ids';
import { systemContext } from '../../../server/shared/system-actor';
import { cpuTime } from './cpu';
import { startMllpProcess, startProduct } from './environment';
import type { Finding } from './further';
import { median } from './measure';

/**
 * Orders sent over MLLP: the worker of the product against a bare client that sends the same bytes over as many
 * connections, each with one message in flight, and against one that commits before and after each message.
 */
const LABORATORIES = 4;
const ORDERS = 250;
const AT_ONCE = 8;

interface Build {
  main: string;
  logLevel: string;
  nodeArguments: string[];
}

interface Sent {
  rate: number;
  /** CPU milliseconds per message of the worker, and of PostgreSQL. */
  cpu?: [worker: number, database: number] | null;
}

export async function ordersOut(orgId: string, adminUrl: string, databasePid: number, build: Build, rounds: number): Promise<Finding[]> {
  const ctx = systemContext(orgId, 'admin');
  const laboratory = await startMllpProcess('laboratory', { orgId, connectionId: '' });
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  Object.assign(env, { ORDER_ALLOW_CIDRS: ['127.0.0.0/8'], ORDER_ALLOW_PORTS: [laboratory.port] });
  const queues: string[][] = [];
  for (let round = 0; round <= rounds; round++) queues.push(await queueOrders(ctx, laboratory.port));
  await closePool();
  await client.query('ANALYZE lab_orders, lab_order_items, outbound_messages, outbound_message_bytes, order_destinations');
  await client.query('CREATE TABLE bench_sent (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, bytes bytea NOT NULL, answer bytea)');
  const product = await startProduct({ ...build, roles: 'worker', settings: { ORDER_ALLOW_CIDRS: '127.0.0.0/8', ORDER_ALLOW_PORTS: String(laboratory.port) } });
  try {
    const senders = {
      product: (connections: string[]) => productSends(client, connections, product.pid, databasePid),
      bare: (connections: string[]) => bareSends(client, connections, laboratory.port, () => Promise.resolve()),
      committing: async (connections: string[]) => {
        const pool = new pg.Pool({ connectionString: adminUrl, max: LABORATORIES });
        const sent = await bareSends(client, connections, laboratory.port, async (bytes, answer) => void (await pool.query(answer ? 'UPDATE bench_sent SET answer = $2 WHERE id = (SELECT max(id) FROM bench_sent WHERE bytes = $1)' : 'INSERT INTO bench_sent (bytes) VALUES ($1)', answer ? [bytes, answer] : [bytes])));
        await pool.end();
        return sent;
      },
    };
    const names = ['product', 'bare', 'committing'] as const;
    const all: Record<(typeof names)[number], Sent>[] = [];
    for (const [round, connections] of queues.entries()) {
      const measured: Partial<Record<(typeof names)[number], Sent>> = {};
      for (const name of round % 2 === 0 ? names : [...names].reverse()) measured[name] = await senders[name](connections);
      // The first one warms up.
      if (round > 0) all.push(measured as Record<(typeof names)[number], Sent>);
    }
    const rate = (name: (typeof names)[number]) => `${median(all.map((one) => one[name].rate)).toFixed(0)}/s`;
    const ratio = (name: (typeof names)[number]) => median(all.map((one) => one.product.rate / one[name].rate)).toFixed(3);
    const cpu = all.map((one) => one.product.cpu).filter((one) => one != null);
    const cost = cpu.length === 0 ? '' : `; CPU per message: worker ${median(cpu.map(([worker]) => worker)).toFixed(1)} ms, Postgres ${median(cpu.map(([, database]) => database)).toFixed(1)} ms`;
    return [
      {
        name: 'orders sent and accepted',
        measured: `${rate('product')}; a bare MLLP client ${rate('bare')}: ${ratio('bare')}; one with two commits per message ${rate('committing')}: ${ratio('committing')}; ${LABORATORIES} laboratories with ${ORDERS} queued orders each${cost}`,
        goal: 'reported only',
        met: null,
      },
    ];
  } finally {
    await client.end();
    await product.stop();
    await laboratory.stop();
  }
}

/** Laboratories with queued orders; sending is paused. @returns `uuid`s of the connections */
async function queueOrders(ctx: Context, port: number): Promise<string[]> {
  const [entry] = await catalogEntries();
  const connections: string[] = [];
  for (let one = 0; one < LABORATORIES; one++) {
    const { id } = await createLabConnection(ctx, { name: 'Orders', transport: 'https', time_zone: 'Europe/Berlin' });
    await saveOrderDestination(ctx, saveOrderDestinationInput.parse({ id, transport: 'mllp', host: '127.0.0.1', port }));
    await setOrdersPaused(ctx, { id, paused: true });
    await upsertCatalog(ctx, [{ ...entry!, kind: 'test', components: [], code: 'T1', loinc: null, lab: { id, name: 'Orders' } }]);
    const patient = await createPatient(ctx, createPatientInput.parse({ name: { family: 'Orderbench', given: ['Bella'] }, birth_date: '1980-04-05', sex: 'female' }));
    for (let from = 0; from < ORDERS; from += AT_ONCE)
      await Promise.all(
        Array.from({ length: Math.min(AT_ONCE, ORDERS - from) }, () =>
          createLabOrder(ctx, createLabOrderInput.parse({ patient_id: patient.id, lab_id: id, items: [{ code: 'T1' }], ordering_clinician: { name: 'Dr. Bench' } })),
        ),
      );
    connections.push(readId('lab_connection', id)!);
  }
  return connections;
}

/** From the first attempt to the last acceptance. */
async function productSends(client: pg.Client, connections: string[], pid: number, databasePid: number): Promise<Sent> {
  const before = [cpuTime(pid), cpuTime(databasePid)] as const;
  await client.query('UPDATE order_destinations SET paused = false WHERE connection_id = ANY ($1::uuid[])', [connections]);
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    const { rows } = await client.query<{ open: number; accepted: number; attempts: number; seconds: number }>(
      `SELECT count(*) FILTER (WHERE status IN ('queued', 'sent'))::int AS open, count(*) FILTER (WHERE status = 'accepted')::int AS accepted,
         sum(attempts)::int AS attempts, extract(epoch FROM max(finished_at) - min(last_attempt_at))::float8 AS seconds
       FROM outbound_messages WHERE connection_id = ANY ($1::uuid[])`,
      [connections],
    );
    const { open, accepted, attempts, seconds } = rows[0]!;
    if (open > 0) continue;
    if (accepted !== LABORATORIES * ORDERS || attempts !== accepted) throw new Error(`${accepted} orders were accepted in ${attempts} attempts`);
    const after = [cpuTime(pid), cpuTime(databasePid)] as const;
    const spent = (at: 0 | 1) => (before[at] === null || after[at] === null ? null : (after[at] - before[at]) / accepted);
    const [worker, database] = [spent(0), spent(1)];
    return { rate: accepted / seconds, cpu: worker === null || database === null ? null : [worker, database] };
  }
}

/** @param store called before and after each message */
async function bareSends(client: pg.Client, connections: string[], port: number, store: (bytes: Buffer, answer: Buffer | null) => Promise<void>): Promise<Sent> {
  const { rows } = await client.query<{ connection_id: string; bytes: Buffer }>(
    `SELECT m.connection_id, b.bytes FROM outbound_messages m JOIN outbound_message_bytes b ON b.org_id = m.org_id AND b.message_id = m.id
     WHERE m.connection_id = ANY ($1::uuid[]) ORDER BY m."position"`,
    [connections],
  );
  const began = performance.now();
  await Promise.all(
    connections.map(async (connection) => {
      const socket = net.connect({ port, host: '127.0.0.1' });
      await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
      socket.setNoDelay();
      const exchange = exchanges(socket);
      for (const { connection_id, bytes } of rows) {
        if (connection_id !== connection) continue;
        await store(bytes, null);
        await store(bytes, await exchange(bytes));
      }
      socket.destroy();
    }),
  );
  return { rate: rows.length / ((performance.now() - began) / 1000) };
}

function exchanges(socket: Socket): (bytes: Buffer) => Promise<Buffer> {
  const decoder = new MllpDecoder();
  let answered: (bytes: Buffer) => void = () => undefined;
  socket.on('data', (chunk: Buffer) => {
    for (const event of decoder.push(chunk, 0)) if (event.kind === 'frame') answered(event.bytes);
  });
  return (bytes) =>
    new Promise((resolve, reject) => {
      answered = (answer) => (/\rMSA\|AA/.test(answer.toString('latin1')) ? resolve(answer) : reject(new Error('The answer is not AA.')));
      socket.write(encodeFrame(bytes));
    });
}
