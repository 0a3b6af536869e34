import { createHash } from 'node:crypto';
import net, { type AddressInfo, type Socket } from 'node:net';
import pg from 'pg';
import { completeEnv } from '../../../server/env';
import { encodeFrame, MllpDecoder } from '../../../server/hl7v2/mllp-frames';
import { startMllp } from '../../../server/intake/mllp/listeners';
import { newUuid, show } from './bare-ids';
import { SQL } from './bare-sql';

/** The two MLLP receivers in separate processes, and senders with one message in flight. */

export interface ReceiverSettings {
  appUrl: string;
  adminUrl: string;
  encryptionKeys: string;
  /** For the echo with the product's guarantees. */
  orgId: string;
  connectionId: string;
}

/** `receiver` is the product's. */
export const MLLP_SERVERS = { receiver: runReceiver, echo: runEcho, guarded: runGuardedEcho, laboratory: runLaboratory };
export type MllpServer = keyof typeof MLLP_SERVERS;
export const isMllpServer = (name: string | undefined): name is MllpServer => name !== undefined && name in MLLP_SERVERS;

/** Only the product's listener: matching and filing happen after the acknowledgment. */
function runReceiver({ appUrl, encryptionKeys }: ReceiverSettings): void {
  completeEnv({ DATABASE_URL: appUrl, ENCRYPTION_KEYS: encryptionKeys });
  startMllp({ pollMs: 100 });
  // Node writes no CPU profile when a signal ends it.
  process.once('SIGTERM', () => process.exit());
  process.send!({ port: 0 });
}

/** Accepts orders and stores nothing. */
function runLaboratory(): void {
  echo(() => Promise.resolve());
}

/** The upper limit: reads frames, commits one row each and returns AA. No tenant, no audit, parses only MSH-10. */
async function runEcho({ adminUrl }: ReceiverSettings): Promise<void> {
  const pool = new pg.Pool({ connectionString: adminUrl, max: SENDERS });
  await pool.query('CREATE TABLE IF NOT EXISTS bench_messages (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, bytes bytea NOT NULL)');
  echo((bytes) => pool.query({ name: 'store', text: 'INSERT INTO bench_messages (bytes) VALUES ($1)', values: [bytes] }));
}

/** The same with tenant, row-level security, deduplication, separate bytes and audit row in one transaction. */
function runGuardedEcho({ appUrl, orgId, connectionId }: ReceiverSettings): void {
  const pool = new pg.Pool({ connectionString: appUrl, max: SENDERS });
  echo(async (bytes, controlId) => {
    const client = await pool.connect();
    try {
      const id = newUuid();
      const now = new Date();
      await client.query(`BEGIN;SELECT set_config('clinical.org_id','${orgId}',true)`);
      await client.query({ ...MESSAGE, values: [orgId, id, connectionId, now, bytes.length, createHash('sha256').update(bytes).digest(), controlId] });
      await client.query({ ...BYTES, values: [orgId, id, bytes] });
      const audit = [orgId, newUuid(), now, show('lab', connectionId), 'receive_message', 'write', 'inbound_message', id, [], show('req', newUuid()), null, null];
      await client.query({ ...SQL.audit, values: audit });
      const { command } = await client.query('COMMIT');
      if (command !== 'COMMIT') throw new Error('Not stored.');
    } finally {
      client.release();
    }
  });
}

const MESSAGE = {
  name: 'message',
  text: `INSERT INTO inbound_messages (org_id, id, connection_id, received_at, size, sha256, control_id, state, taken, ack_code, acknowledged_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, 'received', true, 'AA', $4) ON CONFLICT DO NOTHING RETURNING id`,
};
const BYTES = { name: 'bytes', text: 'INSERT INTO inbound_message_bytes (org_id, message_id, bytes) VALUES ($1, $2, $3)' };

function echo(store: (bytes: Buffer, controlId: string) => Promise<unknown>): void {
  const server = net.createServer((socket) => {
    let turn = Promise.resolve();
    onFrames(socket, (bytes) => {
      turn = turn.then(async () => {
        const id = bytes.toString('latin1').split('|', 10)[9] ?? '';
        await store(bytes, id);
        socket.write(encodeFrame(Buffer.from(`MSH|^~\\&|CDS|CLINIC|LIS|LAB|20260105143000||ACK^R01|${id}|P|2.5.1\rMSA|AA|${id}\r`)));
      });
    });
  });
  server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }));
}

function onFrames(socket: Socket, take: (bytes: Buffer) => void): void {
  const decoder = new MllpDecoder();
  socket.setNoDelay();
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => {
    for (const event of decoder.push(chunk, 0)) if (event.kind === 'frame') take(event.bytes);
  });
}

/** Concurrent senders, one connection each. */
export const SENDERS = 16;

/**
 * Each sender has one message in flight, like a laboratory.
 * @returns milliseconds from frame to AA, per message
 * @throws Error for an acknowledgment that is not AA
 */
export async function sendFor(port: number, seconds: number, next: () => Buffer, pause = 0): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + seconds * 1000;
  const one = async () => {
    const socket = await connect(port);
    let answered: (bytes: Buffer) => void = () => undefined;
    let broken: (error: Error) => void = () => undefined;
    onFrames(socket, (bytes) => answered(bytes));
    socket.on('close', () => broken(new Error('The receiver shut the connection.')));
    while (performance.now() < end) {
      const began = performance.now();
      const answer = await new Promise<Buffer>((resolve, reject) => {
        [answered, broken] = [resolve, reject];
        socket.write(encodeFrame(next()));
      });
      const code = /\rMSA\|(\w\w)/.exec(answer.toString('latin1'))?.[1];
      if (code !== 'AA') throw new Error(`A message was answered ${code}`);
      times.push(performance.now() - began);
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    }
    broken = () => undefined;
    socket.destroy();
  };
  await Promise.all(Array.from({ length: SENDERS }, one));
  return times.sort((a, b) => a - b);
}

/** The product opens a port at its next poll of the connections. */
async function connect(port: number): Promise<Socket> {
  for (let tries = 0; ; tries++) {
    const socket = net.connect({ port, host: '127.0.0.1' });
    const error = await new Promise<Error | null>((resolve) => socket.once('connect', () => resolve(null)).once('error', resolve));
    if (!error) return socket;
    if (tries > 200) throw error;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
