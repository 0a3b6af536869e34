import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  startLaboratory,
  type LaboratoryOptions,
  type SimulatedLaboratory,
} from '../../../server/demo/simulator/laboratory';
import { writeOrderMessage, type OrderMessage } from '../../../server/hl7v2/write/order-message';
import { fullOrder } from '../../support/order-messages';

/** The laboratory of the demo, over TCP. */

let folder: string;
let lab: SimulatedLaboratory | null = null;
let sent: string[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'clinical-laboratory-'));
  sent = [];
});
afterEach(async () => {
  await lab?.stop();
  lab = null;
  await rm(folder, { recursive: true, force: true });
});

async function start(options: Partial<LaboratoryOptions> = {}): Promise<SimulatedLaboratory> {
  lab = await startLaboratory({
    port: null,
    file: path.join(folder, 'laboratory.json'),
    tests: [],
    resultAfterMs: 0,
    everyMs: 5,
    send: (message) => {
      sent.push(message.toString('utf8'));
      return Promise.resolve(true);
    },
    ...options,
  });
  return lab;
}

/** Sends a message and returns the lines of this many answers. */
async function ask(message: OrderMessage, answers = 1): Promise<string[][]> {
  const socket = net.connect(lab!.port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(Buffer.concat([Buffer.from([0x0b]), writeOrderMessage(message), Buffer.from([0x1c, 0x0d])]));
  let text = '';
  const frames = () => text.split('\x1c\r').slice(0, -1);
  for await (const chunk of socket) {
    text += String(chunk);
    if (frames().length >= answers) break;
  }
  socket.destroy();
  return frames().map((frame) => frame.replace('\x0b', '').split('\r'));
}

const order = (more: Partial<OrderMessage> = {}): OrderMessage => {
  const { order: details, ...rest } = fullOrder({ acknowledgment: 'original', ...more });
  return { ...rest, order: { ...details, collectOn: null } };
};
const segments = (lines: readonly string[], name: string): string[][] =>
  lines.filter((line) => line.startsWith(`${name}|`)).map((line) => line.split('|'));

describe('simulated laboratory', () => {
  it('accepts each test of an order and sends its results with both numbers', async () => {
    await start();
    const [answer] = await ask(order());
    expect(segments(answer!, 'MSH')[0]![8]).toBe('ORL^O22^ORL_O22');
    expect(segments(answer!, 'MSA')[0]!.slice(1)).toEqual(['AA', 'M-20261105-1']);
    expect(segments(answer!, 'ORC').map((orc) => orc.slice(1, 4))).toEqual([
      ['OK', '10000000017', 'SIM-10000000017'],
      ['OK', '10000000017', 'SIM-10000000017'],
    ]);
    await vi.waitFor(() => expect(sent).toHaveLength(1), 15_000);
    const result = sent[0]!.split('\r');
    expect(segments(result, 'PID')[0]!.slice(3, 9)).toEqual([
      'MRN-1^^^CDS^MR',
      '',
      'Żółć^Ana^Maria',
      '',
      '19450714',
      'F',
    ]);
    expect(segments(result, 'OBR').map((obr) => [obr[2], obr[3], obr[4]])).toEqual([
      ['10000000017', 'SIM-10000000017', 'GLU^Glucose, fasting^L^1558-6^Glucose, fasting^LN'],
      ['10000000017', 'SIM-10000000017', 'UCX^Urine culture^L'],
    ]);
    expect(segments(result, 'OBX')).toHaveLength(2);
  });

  it('answers an ORM with ORR, and commits first in enhanced mode', async () => {
    await start();
    const [orr] = await ask(order({ type: 'ORM^O01' }));
    expect(segments(orr!, 'MSH')[0]![8]).toBe('ORR^O02^ORR_O02');
    const both = await ask(order({ controlId: 'M-2', acknowledgment: 'enhanced' }), 2);
    expect(both.map((answer) => segments(answer, 'MSA')[0]!.slice(1))).toEqual([
      ['CA', 'M-2'],
      ['AA', 'M-2'],
    ]);
  });

  it('applies a repeated message once, also after a restart, and sends the same bytes until they are received', async () => {
    let received = false;
    const send = (message: Buffer) => {
      sent.push(message.toString('utf8'));
      return Promise.resolve(received);
    };
    await start({ send });
    const first = await ask(order());
    expect(await ask(order())).toEqual(first);
    await vi.waitFor(() => expect(sent.length).toBeGreaterThan(1), 15_000);
    await lab!.stop();
    received = true;
    await start({ send });
    expect(await ask(order())).toEqual(first);
    await vi.waitFor(async () => {
      const count = sent.length;
      await new Promise((resolve) => setTimeout(resolve, 60));
      expect(sent).toHaveLength(count);
    }, 15_000);
    expect(new Set(sent).size).toBe(1);
  });

  it('cancels an order before its results are due, and not afterwards', async () => {
    await start({ resultAfterMs: 60_000 });
    await ask(order());
    const [canceled] = await ask(order({ controlId: 'M-2', control: 'CA' }));
    expect(segments(canceled!, 'ORC')[0]![1]).toBe('CR');
    const [refused] = await ask(order({ controlId: 'M-3', control: 'CA' }));
    expect(segments(refused!, 'ORC')[0]!.slice(1)).toEqual([
      'UC',
      '10000000017',
      'SIM-10000000017',
      ...Array(12).fill(''),
      '^The results were already reported.',
    ]);
  });

  it('waits for the day of a planned collection', async () => {
    await start();
    const planned = fullOrder({ acknowledgment: 'original' });
    await ask({ ...planned, order: { ...planned.order, collectOn: '2999-01-01' } });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(sent).toEqual([]);
  });

  it('uses another port if its port is in use', async () => {
    const taken = net.createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as net.AddressInfo;
    expect((await start({ port })).port).not.toBe(port);
    await new Promise((resolve) => taken.close(resolve));
  });
});
