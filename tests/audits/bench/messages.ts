import pg from 'pg';
import { closePool } from '../../../server/db/client';
import { readId } from '../../../server/shared/ids';
import { createLabConnection } from '../../../server/domain/lab-connections/create-lab-connection';
import { createPatientInput } from '../../../server/domain/patients/contract';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { systemContext } from '../../../server/shared/system-actor';
import type { Finding } from './further';
import { median } from './measure';
import { SENDERS, sendFor, type MllpServer } from './mllp';
import { freePort, startMllpProcess, startProduct } from './environment';

/**
 * HL7 over MLLP: messages stored and acknowledged, compared with an echo that commits one row per message; and the
 * whole chain from the frame to the result on the chart, at the rate of a busy hospital.
 */
const GOAL = 0.75;
const PATIENTS = 50;
const ORDER = ['receiver', 'echo', 'guarded'] as const;
type Compared = (typeof ORDER)[number];
/** Pause of each sender between two messages: together about twenty per second. */
const PAUSE_MS = 800;
const STEADY_S = 20;

export async function messages(orgId: string, adminUrl: string, options: { main: string; logLevel: string; nodeArguments: string[] }, rounds: number, seconds: number): Promise<Finding[]> {
  const ctx = systemContext(orgId, 'admin');
  for (let at = 0; at < PATIENTS; at++)
    await createPatient(ctx, createPatientInput.parse({ mrn: mrnOf(at), name: { family: `Hl7bench${at}`, given: ['Bella'] }, birth_date: '1980-04-05', sex: 'female' }));
  const connect = async (name: string) => {
    const port = await freePort();
    const { id } = await createLabConnection(ctx, { name, transport: 'mllp', port, time_zone: 'Europe/Berlin', mrn_authority: 'BENCH' });
    return { port, orgId, connectionId: readId('lab_connection', id)! };
  };
  // Runs first: unprocessed messages of the other measurement would be queued before these.
  const chain = await wholeWay((await connect('Whole way')).port, adminUrl, options);
  const stored = await storedAndAcknowledged(await connect('Stored'), rounds, seconds, options.nodeArguments);
  await closePool();
  return [stored, chain];
}

interface Place {
  port: number;
  orgId: string;
  connectionId: string;
}

async function storedAndAcknowledged(place: Place, rounds: number, seconds: number, nodeArguments: string[]): Promise<Finding> {
  const servers = new Map<MllpServer, { port: number; stop(): Promise<void> }>();
  for (const name of ORDER) servers.set(name, await startMllpProcess(name, place, name === 'receiver' ? nodeArguments : []));
  const run = async (name: MllpServer, forSeconds: number): Promise<Half> => {
    const times = await sendFor(name === 'receiver' ? place.port : servers.get(name)!.port, forSeconds, message);
    return { rate: times.length / forSeconds, p95: times[Math.floor(times.length * 0.95)] ?? 0 };
  };
  for (const name of ORDER) await run(name, 3);
  const all: Record<Compared, Half>[] = [];
  for (let round = 0; round < rounds; round++) {
    const measured: Partial<Record<Compared, Half>> = {};
    for (const name of round % 2 === 0 ? ORDER : [...ORDER].reverse()) measured[name] = await run(name, seconds);
    all.push(measured as Record<Compared, Half>);
  }
  await Promise.all([...servers.values()].map((server) => server.stop()));
  const of = (name: Compared, part: keyof Half) => median(all.map((round) => round[name][part]));
  const words = (name: Compared) => `${of(name, 'rate').toFixed(0)}/s (p95 ${of(name, 'p95').toFixed(1)} ms)`;
  const ratio = (name: Compared) => median(all.map((round) => round.receiver.rate / round[name].rate));
  return {
    name: 'HL7 messages stored and acknowledged',
    measured: `${words('receiver')}; an echo that commits a row ${words('echo')}: ${ratio('echo').toFixed(2)}; one with the same guarantees ${words('guarded')}: ${ratio('guarded').toFixed(2)}; ${SENDERS} senders, each waiting for the response`,
    goal: `at least ${GOAL} of the echo with the same guarantees`,
    met: ratio('guarded') >= GOAL,
  };
}

interface Half {
  rate: number;
  p95: number;
}

/** From frame to result, in the product with the role `intake`. */
async function wholeWay(port: number, adminUrl: string, options: { main: string; logLevel: string; nodeArguments: string[] }): Promise<Finding> {
  const product = await startProduct({ ...options, roles: 'intake' });
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await sendFor(port, STEADY_S, message, PAUSE_MS);
    for (;;) {
      const { rows } = await client.query<{ waiting: number; filed: number; other: number; p50: number; p99: number }>(
        `SELECT count(*) FILTER (WHERE state = 'received')::int AS waiting, count(*) FILTER (WHERE state = 'processed')::int AS filed,
           count(*) FILTER (WHERE state NOT IN ('received', 'processed'))::int AS other,
           percentile_cont(0.5) WITHIN GROUP (ORDER BY finished_at - received_at) * 1000 AS p50,
           percentile_cont(0.99) WITHIN GROUP (ORDER BY finished_at - received_at) * 1000 AS p99
         FROM (SELECT state, extract(epoch FROM finished_at) AS finished_at, extract(epoch FROM received_at) AS received_at FROM inbound_messages) m`,
      );
      const { waiting, filed, other, p50, p99 } = rows[0]!;
      if (waiting > 0) {
        await new Promise((resolve) => setTimeout(resolve, 200));
        continue;
      }
      if (other > 0 || filed === 0) throw new Error(`${filed} messages were filed and ${other} were not`);
      // As autovacuum does within a minute: without statistics the planner may choose any index.
      await client.query('ANALYZE inbound_messages, inbound_message_bytes, lab_connections');
      return {
        name: 'HL7 frame to visible result',
        measured: `${filed} reports of five lines, ${(filed / STEADY_S).toFixed(0)}/s: p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`,
        goal: 'seconds',
        met: null,
      };
    }
  } finally {
    await client.end();
    await product.stop();
  }
}

const mrnOf = (at: number): string => `BENCH-${at}`;
let count = 0;

/** Five lines of one panel for one of the patients, with a unique number. */
function message(): Buffer {
  const id = `B${process.pid}-${++count}`;
  const at = count % PATIENTS;
  const lines = [
    `MSH|^~\\&|LIS|LAB|CDS|CLINIC|20260105143000+0100||ORU^R01|${id}|P|2.5.1`,
    `PID|1||${mrnOf(at)}^^^BENCH^MR||Hl7bench${at}^Bella||19800405|F`,
    `OBR|1||${id}|CHEM^Chemistry^L|||20260105080000|||||||||||||||20260105140000|||F`,
    ...['NA^Sodium', 'K^Potassium', 'CREA^Creatinine', 'GLU^Glucose', 'CRP^C-reactive protein'].map((test, line) => `OBX|${line + 1}|NM|${test}^L||${(count % 90) + line}.1|mmol/L|1-99|N|||F`),
  ];
  return Buffer.from(`${lines.join('\r')}\r`, 'latin1');
}
