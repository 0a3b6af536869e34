import { fork } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';

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
  /** Texts of the problems, with their number. */
  problems: Record<string, number>;
}

/** @param file the bundled audit, which calls `runGenerator` */
export async function generate(file: string, plan: Plan): Promise<Outcome> {
  const child = fork(file, ['generator']);
  child.send(plan);
  const [outcome] = (await once(child, 'message')) as [Outcome];
  return outcome;
}

/** Opened before the first request: Node accepts one new connection in each turn of its event loop. */
const PROXY_CONNECTIONS = 256;
const NO_ANSWER_MS = 20_000;
/** People type such words; the demo data has these names. */
const WORDS = ['smith', 'jo', 'garc', 'mull', 'chen', 'ann', 'ol', 'patel'];

function ask(
  { url, key }: Plan,
  agent: http.Agent | false,
  turn: number,
  { times, problems }: Outcome,
): Promise<void> {
  return new Promise((resolve) => {
    const began = performance.now();
    const end = (status: number) => {
      (times[status] ??= []).push(performance.now() - began);
      resolve();
    };
    const request = http.get(
      `${url}/v1/patients?q=${WORDS[turn % WORDS.length]}`,
      { agent, headers: { Authorization: `Bearer ${key}` }, timeout: NO_ANSWER_MS },
      (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
        response.once('end', () => {
          const status = response.statusCode!;
          end(status);
          if (status === 200) return;
          const text = `${status} ${(JSON.parse(body) as { detail: string }).detail}`;
          problems[text] = (problems[text] ?? 0) + 1;
        });
        response.once('error', () => end(0));
      },
    );
    request.once('timeout', () => request.destroy());
    request.once('error', () => end(0));
  });
}

/** Opens all connections of the agent. */
const warmUp = (agent: http.Agent, url: string): Promise<unknown> =>
  Promise.all(
    Array.from(
      { length: PROXY_CONNECTIONS },
      () =>
        new Promise<void>((resolve, reject) =>
          http
            .get(`${url}/healthz`, { agent }, (answer) => answer.resume().once('end', resolve))
            .once('error', reject),
        ),
    ),
  );

export function runGenerator(): void {
  process.once('message', async (plan: Plan) => {
    const outcome: Outcome = { times: {}, problems: {} };
    const agent =
      plan.connections === 'kept' &&
      new http.Agent({ keepAlive: true, maxSockets: PROXY_CONNECTIONS, maxFreeSockets: PROXY_CONNECTIONS });
    if (agent) await warmUp(agent, plan.url);
    const open = new Set<Promise<void>>();
    const began = performance.now();
    const isOver = () => performance.now() - began > plan.seconds * 1_000;
    let turn = 0;
    const send = () => {
      const sent = ask(plan, agent, turn++, outcome);
      open.add(sent);
      return sent.finally(() => open.delete(sent));
    };
    const finish = async () => {
      await Promise.all(open);
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
