import { once } from 'node:events';
import net, { type Socket } from 'node:net';
import type { Context } from '../../server/shared/context';
import { readId } from '../../server/shared/ids';
import type { CreateLabConnectionInput } from '../../server/domain/lab-connections/contract';
import { createLabConnection } from '../../server/domain/lab-connections/create-lab-connection';
import { encodeFrame, MllpDecoder } from '../../server/hl7v2/mllp-frames';
import { receive, type Received } from '../../server/intake/receive/receive';
import { asSuperuser } from './database';
import { er7, MSH, OBR, PID } from './hl7';

/** Test laboratories: a connection, unique messages, and a sender over TCP. */

export interface Laboratory {
  /** `lab_…` */
  id: string;
  source: { orgId: string; connectionId: string; remoteAddress: string | null };
}

export async function laboratory(
  ctx: Context,
  input: Partial<CreateLabConnectionInput> = {},
): Promise<Laboratory> {
  const made = await createLabConnection(ctx, { name: 'Laboratory', transport: 'https', ...input });
  const connectionId = readId('lab_connection', made.id)!;
  return {
    id: made.id,
    source: { orgId: ctx.actor.orgId, connectionId, remoteAddress: '192.0.2.1' },
  };
}

let count = 0;

/** A valid message. `fields`: of MSH to replace, by number; MSH-10 is unique unless given. */
export function oru(fields: Record<number, string> = {}, ...rest: string[]): Buffer {
  const own = { 10: `T${process.pid}-${++count}`, ...fields };
  return er7(mshWith(own), PID, OBR, ...(rest.length > 0 ? rest : ['OBX|1|NM|GLU||5.1|mmol/L|||||F']));
}

export const mshWith = (fields: Record<number, string>): string =>
  Array.from({ length: 20 }, (_, index) => fields[index + 1] ?? MSH.split('|')[index] ?? '')
    .join('|')
    .replace(/\|+$/, '');

export const sendWhole = ({ source }: Laboratory, bytes: Buffer): Promise<Received> =>
  receive(source, { kind: 'whole', bytes });

/** For example `AA`; `CA AA` for two acknowledgments; empty for none. */
export const codesOf = ({ answers }: Pick<Received, 'answers'>): string =>
  [answers.accept?.code, answers.application?.code].filter(Boolean).join(' ');

export interface MessageRow {
  id: string;
  state: string;
  taken: boolean;
  ack_code: string | null;
  ack_problem: string | null;
  control_id: string | null;
  duplicate_of: string | null;
  size: string;
  sha256: Buffer | null;
  warnings: { code: string }[];
  tries: number;
  failure: string | null;
  next_try_at: Date | null;
  lease_until: Date | null;
  remote_address: string | null;
  file_name: string | null;
  bytes: Buffer | null;
}

/** All messages of a connection in order of arrival, with their bytes. */
export const messagesOf = ({ source }: Laboratory): Promise<MessageRow[]> =>
  asSuperuser<MessageRow & Record<string, unknown>>(
    `SELECT m.*, b.bytes FROM inbound_messages m
     LEFT JOIN inbound_message_bytes b ON b.org_id = m.org_id AND b.message_id = m.id
     WHERE m.org_id = $1 AND m.connection_id = $2 ORDER BY m."position"`,
    [source.orgId, source.connectionId],
  );

export const statesOf = async (lab: Laboratory): Promise<string[]> =>
  (await messagesOf(lab)).map(({ state }) => state);

/** Writes raw bytes to a socket and collects the acknowledgments. */
export class RawSender {
  readonly answers: string[] = [];
  closed = false;
  #decoder = new MllpDecoder();
  #waiting: (() => void)[] = [];

  private constructor(readonly socket: Socket) {
    socket.on('data', (chunk: Buffer) => {
      for (const event of this.#decoder.push(chunk, 0))
        if (event.kind === 'frame') this.answers.push(event.bytes.toString('latin1'));
      this.#notify();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.closed = true;
      this.#notify();
    });
  }

  static async connect(port: number): Promise<RawSender> {
    const socket = net.connect({ port, host: '127.0.0.1' });
    await once(socket, 'connect');
    return new RawSender(socket);
  }

  static over(socket: Socket): RawSender {
    return new RawSender(socket);
  }

  write(...messages: (Buffer | string)[]): void {
    this.socket.write(Buffer.concat(messages.map((one) => (Buffer.isBuffer(one) ? one : Buffer.from(one)))));
  }

  send(message: Buffer): void {
    this.write(encodeFrame(message));
  }

  /** @returns the codes of all acknowledgments, when there are `number` of them or the socket is closed */
  async until(number: number): Promise<string[]> {
    while (this.answers.length < number && !this.closed)
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return this.codes();
  }

  async untilClosed(): Promise<void> {
    while (!this.closed) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  codes(): string[] {
    return this.answers.map((answer) => /\rMSA.(\w\w)/.exec(answer)?.[1] ?? answer);
  }

  /** Control IDs of the acknowledged messages. */
  ids(): string[] {
    return this.answers.map((answer) => /\rMSA\|\w\w\|([^|\r]*)/.exec(answer)?.[1] ?? '');
  }

  end(): void {
    this.socket.destroy();
  }

  #notify(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
