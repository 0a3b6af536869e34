import net, { type Socket } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { fork } from 'node:child_process';
import { seeded } from '../../support/random';

/**
 * A faulty laboratory in a separate process with a separate parser: it answers, rejects, is silent, hangs up, answers in
 * part, twice, wrongly or late. It applies a message once for each control ID.
 */

/** `clinic`: MSH-4. `hash`: of the bytes. */
export interface OrderArrival {
  clinic: string;
  controlId: string;
  control: string;
  placer: string;
  bytes: string;
  applied: boolean;
}

export interface Laboratory {
  port: number;
  arrived: OrderArrival[];
  close(): void;
}

export async function startLaboratory(file: string, seed: number): Promise<Laboratory> {
  const child = fork(file, ['laboratory', String(seed)]);
  const lab: Laboratory = { port: 0, arrived: [], close: () => void child.kill('SIGKILL') };
  await new Promise<void>((resolve) =>
    child.on('message', (message: { port?: number; arrived?: OrderArrival[] }) => {
      if (message.port) {
        lab.port = message.port;
        resolve();
      }
      for (const one of message.arrived ?? []) lab.arrived.push(one);
    }),
  );
  return lab;
}

export async function serve(seed: number): Promise<void> {
  const { next: random } = seeded(seed);
  const known = new Map<string, 'AA' | 'AE'>();
  let arrived: OrderArrival[] = [];

  function take(frame: Buffer, socket: Socket): void {
    const lines = frame.toString('latin1').split('\r');
    const msh = lines[0]!.split('|');
    const orc = lines.find((line) => line.startsWith('ORC|'))!.split('|');
    const controlId = msh[9]!;
    const control = orc[1]!;
    const before = known.get(controlId);
    const chance = random();
    // Lost before it was applied.
    if (before === undefined && chance > 0.98) return void socket.destroy();
    const code = before ?? (control === 'NW' && random() < 0.03 ? 'AE' : 'AA');
    known.set(controlId, code);
    arrived.push({
      clinic: msh[3]!,
      controlId,
      control,
      placer: orc[2]!.split('^')[0]!,
      bytes: frame.toString('base64'),
      applied: before === undefined && code === 'AA',
    });
    const answer = ack(code, controlId);
    if (chance < 0.8) socket.write(answer);
    else if (chance < 0.83) return;
    else if (chance < 0.86) socket.destroy();
    else if (chance < 0.88) socket.end(answer.slice(0, 50));
    else if (chance < 0.9) socket.write('\x0bGARBAGE\x1c\r');
    else if (chance < 0.92) socket.write(ack('AA', 'SOMEONE-ELSE'));
    else if (chance < 0.95) socket.write(answer + answer);
    else setTimeout(() => socket.write(answer), random() * 200);
  }

  const server = net.createServer((socket) => {
    let rest = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk]);
      for (let end = rest.indexOf('\x1c\r'); end !== -1; end = rest.indexOf('\x1c\r')) {
        const frame = Buffer.from(rest.subarray(rest.indexOf(0x0b) + 1, end));
        rest = rest.subarray(end + 2);
        take(frame, socket);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.send!({ port: (server.address() as AddressInfo).port });
  setInterval(() => {
    if (arrived.length > 0) process.send!({ arrived });
    arrived = [];
  }, 50);
}

const ack = (code: string, controlId: string): string =>
  `\x0bMSH|^~\\&|LIS|LAB|CDS|CLINIC|20261126080000||ACK|A1|P|2.5.1\rMSA|${code}|${controlId}|Said the laboratory\r\x1c\r`;
