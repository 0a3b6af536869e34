import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Connections } from './connections';

/** Requests from a separate process, over kept connections as from a reverse proxy, or each over a new one. */

export interface Plan {
  url: string;
  key: string;
  seconds: number;
  /** Per second, without waiting for responses. Null: `clients` that send again at once. */
  rate: number | null;
  clients: number;
  connections: 'kept' | 'new';
}

export interface Outcome {
  /** Milliseconds of each response by status; `0` for those that got none. */
  times: Record<number, number[]>;
  /** Responses with 200 while requests were sent; not those of the requests that still waited at the end. */
  served: number;
  /** Texts of the problems, with their number. */
  problems: Record<string, number>;
  /** CPU time of the generator in milliseconds. */
  cpu: number;
}

/** @param file the bundled audit, which calls `runGenerator` */
export async function generate(file: string, plan: Plan): Promise<Outcome> {
  const child = fork(file, ['generator']);
  child.send(plan);
  const [outcome] = (await once(child, 'message')) as [Outcome];
  return outcome;
}

const PROXY_CONNECTIONS = 256;
/** People type such words; the demo data has these names. */
const WORDS = ['smith', 'jo', 'garc', 'mull', 'chen', 'ann', 'ol', 'patel'];

const requestsOf = ({ url, key, connections }: Plan): string[] =>
  WORDS.map((word) =>
    [
      `GET /v1/patients?q=${word} HTTP/1.1`,
      `Host: ${new URL(url).host}`,
      `Authorization: Bearer ${key}`,
      ...(connections === 'new' ? ['Connection: close'] : []),
      '\r\n',
    ].join('\r\n'),
  );

export function runGenerator(): void {
  process.once('message', async (plan: Plan) => {
    const outcome: Outcome = { times: {}, served: 0, problems: {}, cpu: 0 };
    const requests = requestsOf(plan);
    const connections = new Connections(
      new URL(plan.url),
      plan.connections === 'kept' ? PROXY_CONNECTIONS : null,
    );
    await connections.open();
    const cpuBefore = process.cpuUsage();
    const open = new Set<Promise<void>>();
    const began = performance.now();
    const isOver = () => performance.now() - began > plan.seconds * 1_000;
    let turn = 0;
    const ask = async () => {
      const sentAt = performance.now();
      const { status, body } = await connections.send(requests[turn++ % requests.length]!);
      (outcome.times[status] ??= []).push(performance.now() - sentAt);
      if (status === 200) return void (outcome.served += isOver() ? 0 : 1);
      const text =
        status === 0 ? 'no response' : `${status} ${(JSON.parse(body) as { detail: string }).detail}`;
      outcome.problems[text] = (outcome.problems[text] ?? 0) + 1;
    };
    const send = () => {
      const sent = ask();
      open.add(sent);
      return sent.finally(() => open.delete(sent));
    };
    const finish = async () => {
      await Promise.all(open);
      const { user, system } = process.cpuUsage(cpuBefore);
      outcome.cpu = (user + system) / 1_000;
      process.send!(outcome, () => process.exit());
    };
    if (plan.rate === null) {
      const client = async () => {
        while (!isOver()) await send();
      };
      void Promise.all(Array.from({ length: plan.clients }, client)).then(finish);
      return;
    }
    const timer = setInterval(() => {
      for (const due = ((performance.now() - began) / 1_000) * plan.rate!; turn < due;) void send();
      if (!isOver()) return;
      clearInterval(timer);
      void finish();
    }, 5);
  });
}
