import http from 'node:http';
import { pause } from '../deliveries/parts';

/** Clients that create patients, each again under its Idempotency-Key and at another process until it is acknowledged. */

export interface Load {
  /** Marks of all writes; IDs of acknowledged patients by their mark. */
  begun: Set<string>;
  acknowledged: Map<string, string>;
  /** `performance.now()` of each acknowledgment. */
  times: number[];
  /** Statuses and connection errors other than 201. */
  others: Map<string, number>;
  /** The longest response, in milliseconds. */
  slowest: () => number;
  stop(): Promise<void>;
}

const PAUSE_MS = 50;
const REPEAT_MS = 100;
const NO_ANSWER_MS = 60_000;

export function startLoad(urls: string[], key: string, prefix: string, clients: number): Load {
  const agent = new http.Agent({ keepAlive: true });
  const begun = new Set<string>();
  const acknowledged = new Map<string, string>();
  const times: number[] = [];
  const others = new Map<string, number>();
  let [stopped, slowest] = [false, 0];

  const write = (url: string, mark: string): Promise<{ status: number | string; text: string }> =>
    new Promise((resolve) => {
      const request = http.request(
        `${url}/v1/patients`,
        {
          agent,
          method: 'POST',
          timeout: NO_ANSWER_MS,
          headers: {
            Authorization: `Bearer ${key}`,
            'Content-Type': 'application/json',
            'Idempotency-Key': mark,
          },
        },
        (response) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (chunk: string) => (text += chunk));
          response.once('error', () => resolve({ status: 'cut', text }));
          response.once('end', () => resolve({ status: response.statusCode!, text }));
        },
      );
      request.once('timeout', () => request.destroy(Object.assign(new Error(), { code: 'no response' })));
      request.once('error', (error: NodeJS.ErrnoException) =>
        resolve({ status: error.code ?? 'error', text: '' }),
      );
      const name = { family: mark, given: ['Fay'] };
      request.end(JSON.stringify({ name, birth_date: '1970-01-01', sex: 'unknown' }));
    });

  const client = async (at: number) => {
    while (!stopped) {
      const mark = `${prefix}${begun.size}`;
      begun.add(mark);
      for (let attempt = at; !acknowledged.has(mark); attempt++) {
        const asked = performance.now();
        const { status, text } = await write(urls[attempt % urls.length]!, mark);
        slowest = Math.max(slowest, performance.now() - asked);
        if (status === 201) {
          acknowledged.set(mark, (JSON.parse(text) as { id: string }).id);
          times.push(performance.now());
        } else {
          others.set(String(status), (others.get(String(status)) ?? 0) + 1);
          await pause(REPEAT_MS);
        }
      }
      await pause(PAUSE_MS);
    }
  };
  const running = Array.from({ length: clients }, (_, at) => client(at));
  return {
    begun,
    acknowledged,
    times,
    others,
    slowest: () => slowest,
    async stop() {
      stopped = true;
      await Promise.all(running);
    },
  };
}
