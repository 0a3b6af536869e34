import net, { type AddressInfo, type Server, type Socket } from 'node:net';
import { readPrivate, writePrivate } from '../../embedded/private-files';
import { encodeFrame, MllpDecoder } from '../../hl7v2/mllp-frames';
import { startLoop, type Loop } from '../../jobs/loop';
import { logger } from '../../logger';
import { fraction } from '../../domain/sandboxes/simulator/fraction';
import { answerOrder, commit, type OrderDecision } from './answer-order';
import { readOrder, type ReceivedOrder } from './read-order';
import { simulateReport, type SimulatedTest } from '../../domain/sandboxes/simulator/simulate-report';
import { newControlId, toOru } from '../../domain/sandboxes/simulator/to-oru';

/**
 * A simulated laboratory: accepts orders over MLLP and later sends their results. What it has accepted is in a file, so
 * that a restart loses nothing.
 */
export interface SimulatedLaboratory {
  port: number;
  /** Accepts no more orders; resolves when the result in progress is sent. */
  stop(): Promise<void>;
}

export interface LaboratoryOptions {
  /** Of the last start; another one if it is in use. */
  port: number | null;
  /** Accepted orders and answers given. */
  file: string;
  tests: readonly SimulatedTest[];
  /** Sends a result. @returns whether the receiver has answered, whatever it decided */
  send: (message: Buffer, signal: AbortSignal) => Promise<boolean>;
  /** From the order to its result. */
  resultAfterMs?: number;
  everyMs?: number;
}

const RESULT_AFTER_MS = 30_000;
const EVERY_MS = 1_000;
const LONGEST_BACKOFF_MS = 30_000;
const MOST_PENDING = 500;
const ANSWERS_KEPT = 500;

interface Pending {
  order: ReceivedOrder;
  dueAt: string;
}

interface State {
  pending: Pending[];
  /** By control ID: a repeated message gets the same answer and is not applied again. */
  answers: { controlId: string; answer: string }[];
}

export async function startLaboratory(options: LaboratoryOptions): Promise<SimulatedLaboratory> {
  const { file, tests, send, resultAfterMs = RESULT_AFTER_MS, everyMs = EVERY_MS } = options;
  const state = (await readPrivate<State>(file)) ?? { pending: [], answers: [] };
  const sockets = new Set<Socket>();
  let saving: Promise<void> = Promise.resolve();
  const save = (): Promise<void> =>
    (saving = saving.catch(() => undefined).then(() => writePrivate(file, JSON.stringify(state))));

  function decide(order: ReceivedOrder): OrderDecision {
    const filler = `SIM-${order.orderNumber}`;
    const at = state.pending.findIndex((one) => one.order.orderNumber === order.orderNumber);
    if (order.control === 'CA') {
      if (at === -1)
        return { code: 'AA', control: 'UC', filler, reason: 'The results were already reported.' };
      state.pending.splice(at, 1);
      return { code: 'AA', control: 'CR', filler };
    }
    if (state.pending.length >= MOST_PENDING)
      return { code: 'AE', control: 'UA', filler: null, reason: 'Too many open orders.' };
    if (at === -1) state.pending.push({ order, dueAt: dueAt(order, resultAfterMs) });
    return { code: 'AA', control: 'OK', filler };
  }

  /** Stored before it is answered. */
  async function take(bytes: Buffer, socket: Socket): Promise<void> {
    const order = readOrder(bytes);
    // Anything else is an acknowledgment of our answer.
    if (!order) return;
    const envelope = () => ({ now: new Date(), controlId: newControlId() });
    let known = state.answers.find(({ controlId }) => controlId === order.controlId);
    if (!known) {
      const answer = answerOrder(order, decide(order), envelope());
      known = { controlId: order.controlId, answer: answer.toString('base64') };
      state.answers = [...state.answers, known].slice(-ANSWERS_KEPT);
    }
    await save();
    if (order.wantsCommit) socket.write(encodeFrame(commit(order, envelope())));
    socket.write(encodeFrame(Buffer.from(known.answer, 'base64')));
  }

  async function sendDue(signal: AbortSignal): Promise<boolean> {
    const now = new Date().toISOString();
    const due = state.pending.find((one) => one.dueAt <= now);
    if (!due) return false;
    if (!(await send(resultOf(due, tests), signal))) throw new Error('The result was not received.');
    state.pending = state.pending.filter((one) => one !== due);
    await save();
    return true;
  }

  const server = net.createServer((socket) => {
    const decoder = new MllpDecoder();
    let taking: Promise<void> = Promise.resolve();
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      for (const event of decoder.push(chunk, performance.now()))
        if (event.kind === 'frame') taking = taking.then(() => take(event.bytes, socket)).catch(fail);
    });
    // Without an answer the order is sent again.
    const fail = () => void socket.destroy();
  });
  const port = await listen(server, options.port);
  const loop: Loop = startLoop(
    { name: 'simulated laboratory', everyMs, longestBackoffMs: LONGEST_BACKOFF_MS },
    sendDue,
  );
  logger.info({ port }, 'demo: the simulated laboratory accepts orders');

  return {
    port,
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await Promise.all([closed, loop.stop()]);
      await saving;
    },
  };
}

/** A planned collection delays the result to its day. */
function dueAt({ plannedFor }: ReceivedOrder, afterMs: number): string {
  const soon = new Date(Date.now() + afterMs).toISOString();
  return plannedFor !== null && plannedFor > soon ? plannedFor : soon;
}

/** The same bytes each time, so that the receiver recognizes a repetition. */
function resultOf({ order, dueAt: at }: Pending, tests: readonly SimulatedTest[]): Buffer {
  const number = order.orderNumber;
  const chance = fraction(number);
  const report = simulateReport(
    {
      id: number,
      order_number: number,
      patient_id: order.patient.mrn,
      lab_id: null,
      created_at: at,
      collection: {
        method: null,
        collected_at: order.collectedAt ?? at,
        collected_at_precision: 'minute',
        collector: null,
      },
      items: order.tests.map(({ code, name, loinc }) => ({
        test_id: code,
        code,
        name,
        loinc,
        status: 'ordered',
      })),
    },
    tests,
    chance < 0.1 ? 'critical' : chance < 0.5 ? 'abnormal' : 'normal',
  );
  return toOru({
    report: { ...report, reported_at: at },
    orderNumber: number,
    patient: order.patient,
    controlId: `R${order.controlId.slice(-19)}`,
    processingId: order.processingId,
    now: new Date(at),
  });
}

async function listen(server: Server, wanted: number | null): Promise<number> {
  const open = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', () => {
        server.off('error', reject);
        resolve();
      });
    });
  await open(wanted ?? 0).catch((error: NodeJS.ErrnoException) => {
    if (wanted === null || !['EADDRINUSE', 'EACCES'].includes(error.code ?? '')) throw error;
    return open(0);
  });
  return (server.address() as AddressInfo).port;
}
