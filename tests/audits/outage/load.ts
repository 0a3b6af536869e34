import http from 'node:http';
import type { Setup } from './service';

/** A steady load that does not wait for responses: API reads and writes, pages, page calls, health checks. */

export const KINDS = ['read', 'write', 'page', 'call', 'probe'] as const;
type Kind = (typeof KINDS)[number];

export interface Answer {
  kind: Kind;
  begunAt: number;
  endedAt: number;
  /** 0: cut, or no response within 30 s. */
  status: number;
  retryAfter: boolean;
  /** A problem document; for a page, any text. */
  readable: boolean;
}

export interface Load {
  answers: Answer[];
  /** Marks of all started writes, and of the acknowledged ones. */
  begun: Set<string>;
  acknowledged: Set<string>;
  /** Repeats a write with its key. */
  repeat(mark: string): Promise<number>;
  stop(): Promise<void>;
}

const NO_ANSWER_MS = 30_000;
/** Of twenty requests; a user may send 300 a minute. */
const TURNS: Partial<Record<number, Kind>> = { 0: 'page', 7: 'call', 13: 'probe' };

export function startLoad(setup: Setup, prefix: string, rate: number): Load {
  const agent = new http.Agent({ keepAlive: true });
  const answers: Answer[] = [];
  const begun = new Set<string>();
  const acknowledged = new Set<string>();
  const open = new Set<Promise<unknown>>();

  const ask = (kind: Kind, path: string, headers: Record<string, string>, body?: string): Promise<number> =>
    new Promise((resolve) => {
      const begunAt = performance.now();
      const end = (status: number, given: http.IncomingHttpHeaders, text = '') => {
        const isProblem = String(given['content-type']).startsWith('application/problem+json');
        const readable = kind === 'page' ? text.length > 10 : isProblem || text.includes('"error"');
        const retryAfter = given['retry-after'] !== undefined;
        answers.push({ kind, begunAt, endedAt: performance.now(), status, retryAfter, readable });
        resolve(status);
      };
      const request = http.request(
        setup.service.url + path,
        { agent, headers, method: body === undefined ? 'GET' : 'POST', timeout: NO_ANSWER_MS },
        (response) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (chunk: string) => (text += chunk));
          response.once('error', () => end(0, {}));
          response.once('end', () => end(response.statusCode!, response.headers, text));
        },
      );
      request.once('timeout', () => request.destroy(new Error('timeout')));
      request.once('error', () => end(0, {}));
      request.end(body);
    });

  const key = { Authorization: `Bearer ${setup.key}` };
  const person = { Cookie: setup.cookie };
  const write = async (mark: string): Promise<number> => {
    const patient = { name: { family: mark, given: ['Outa'] }, birth_date: '1970-01-01', sex: 'unknown' };
    const headers = { ...key, 'Content-Type': 'application/json', 'Idempotency-Key': mark };
    const status = await ask('write', '/v1/patients', headers, JSON.stringify(patient));
    if (status === 201) acknowledged.add(mark);
    return status;
  };
  const send: Record<Kind, () => Promise<unknown>> = {
    read: () => ask('read', '/v1/patients?limit=20', key),
    write: () => {
      const mark = `${prefix}${begun.size}`;
      begun.add(mark);
      return write(mark);
    },
    page: () => ask('page', '/patients', person),
    call: () => ask('call', '/api/trpc/patients.listCharts?input=%7B%7D', person),
    probe: () => ask('probe', '/healthz', {}),
  };

  const from = performance.now();
  let turn = 0;
  const timer = setInterval(() => {
    for (; performance.now() - from > (turn * 1000) / rate; turn++) {
      const sent = send[TURNS[turn % 20] ?? (turn % 2 === 0 ? 'read' : 'write')]();
      open.add(sent);
      void sent.finally(() => open.delete(sent));
    }
  }, 5);
  return {
    answers,
    begun,
    acknowledged,
    repeat: write,
    async stop() {
      clearInterval(timer);
      await Promise.all(open);
    },
  };
}
