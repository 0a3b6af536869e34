import { once } from 'node:events';
import net, { type AddressInfo, type Server, type Socket } from 'node:net';
import tls from 'node:tls';
import { afterEach } from 'vitest';

/**
 * A laboratory that receives orders over MLLP, with a separate parser: it must not share the mistakes of the service.
 * Each message gets the next behavior; the last one repeats.
 */

export interface GotOrder {
  bytes: Buffer;
  controlId: string;
  /** ORC-1 and ORC-2 of the first order. */
  control: string;
  placer: string;
  type: string;
  socket: Socket;
}

export type Behavior = (order: GotOrder, lab: OrderLaboratory) => void;

const open: OrderLaboratory[] = [];

/** Closes the laboratories of each test of a file. */
export function closeLaboratoriesAfterEach(): void {
  afterEach(async () => {
    await Promise.all(open.splice(0).map((lab) => lab.close()));
  });
}

export class OrderLaboratory {
  readonly got: GotOrder[] = [];
  /** What a laboratory that checks control IDs has applied: `NW 123`, `CA 123`, in order. */
  readonly applied: string[] = [];
  readonly #ids = new Set<string>();
  readonly #sockets = new Set<Socket>();
  #behaviors: Behavior[] = [accepts];
  #waiting: { number: number; resolve: () => void }[] = [];
  /** Most connections at the same time. */
  mostConnections = 0;
  connections = 0;

  private constructor(readonly server: Server) {
    server.on(server instanceof tls.Server ? 'secureConnection' : 'connection', (socket: Socket) =>
      this.#serve(socket),
    );
    open.push(this);
  }

  static async start(options: { tls?: tls.TlsOptions; port?: number } = {}): Promise<OrderLaboratory> {
    const server = options.tls ? tls.createServer(options.tls) : net.createServer();
    const lab = new OrderLaboratory(server);
    server.listen(options.port ?? 0, '127.0.0.1');
    await once(server, 'listening');
    return lab;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  behaves(...behaviors: Behavior[]): this {
    this.#behaviors = behaviors;
    return this;
  }

  /** Resolves when this many messages have arrived, repeated ones included. */
  async until(number: number): Promise<GotOrder[]> {
    if (this.got.length < number)
      await new Promise<void>((resolve) => this.#waiting.push({ number, resolve }));
    return this.got;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    if (this.server.listening) await new Promise((resolve) => this.server.close(resolve));
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    this.connections++;
    this.mostConnections = Math.max(this.mostConnections, this.#sockets.size);
    let rest = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('data', (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk]);
      for (let end = rest.indexOf('\x1c\r'); end !== -1; end = rest.indexOf('\x1c\r')) {
        const frame = rest.subarray(rest.indexOf(0x0b) + 1, end);
        rest = rest.subarray(end + 2);
        // Commit acknowledgments of our answers.
        if (!/\rORC\|/.test(frame.toString('latin1'))) continue;
        this.#take(Buffer.from(frame), socket);
      }
    });
  }

  #take(bytes: Buffer, socket: Socket): void {
    const lines = bytes.toString('latin1').split('\r');
    const msh = lines[0]!.split('|');
    const orc = lines.find((line) => line.startsWith('ORC|'))!.split('|');
    const order: GotOrder = {
      bytes,
      type: msh[8]!.split('^').slice(0, 2).join('^'),
      controlId: msh[9]!,
      control: orc[1]!,
      placer: orc[2]!.split('^')[0]!,
      socket,
    };
    this.got.push(order);
    const behavior = this.#behaviors.length > 1 ? this.#behaviors.shift()! : this.#behaviors[0]!;
    behavior(order, this);
    for (const waiting of this.#waiting.filter(({ number }) => this.got.length >= number)) waiting.resolve();
    this.#waiting = this.#waiting.filter(({ number }) => this.got.length < number);
  }

  /** Applies a message once, however often it arrives. */
  apply({ controlId, control, placer }: GotOrder): void {
    if (this.#ids.has(controlId)) return;
    this.#ids.add(controlId);
    this.applied.push(`${control} ${placer}`);
  }
}

const framed = (text: string): string => `\x0b${text}\x1c\r`;

export const ack = (code: string, controlId: string, ...more: string[]): string =>
  framed(
    [
      'MSH|^~\\&|LIS|LAB|CDS|CLINIC|20261126080000||ACK|A1|P|2.5.1',
      `MSA|${code}|${controlId}`,
      ...more,
      '',
    ].join('\r'),
  );

/** An ORL^O22 with one order. `control`: ORC-1. */
export const orl = (
  { controlId, placer }: Pick<GotOrder, 'controlId' | 'placer'>,
  control: string,
  { code = 'AA', filler = 'F-77', reason = '' } = {},
): string =>
  framed(
    [
      'MSH|^~\\&|LIS|LAB|CDS|CLINIC|20261126080000||ORL^O22^ORL_O22|A2|P|2.5.1',
      `MSA|${code}|${controlId}`,
      'PID|1',
      `ORC|${control}|${placer}|${filler}|||||||||||||${reason}`,
      '',
    ].join('\r'),
  );

export const accepts: Behavior = (order, lab) => {
  lab.apply(order);
  order.socket.write(ack('AA', order.controlId));
};
export const says =
  (write: (order: GotOrder) => string | Buffer, applies = false): Behavior =>
  (order, lab) => {
    if (applies) lab.apply(order);
    order.socket.write(write(order));
  };
export const isSilent: Behavior = (order, lab) => lab.apply(order);
export const hangsUp: Behavior = (order, lab) => {
  lab.apply(order);
  order.socket.destroy();
};
/** Closes in the middle of its acknowledgment. */
export const breaksOff: Behavior = (order, lab) => {
  lab.apply(order);
  order.socket.end(ack('AA', order.controlId).slice(0, 60));
};
