import autocannon from 'autocannon';
import { cpuTime } from './cpu';
import { headersOf, type Operation } from './operations';

/** One measurement of load on one server; times in milliseconds. */
export interface Round {
  rate: number;
  p50: number;
  p95: number;
  /** CPU time per request of the server process, and of PostgreSQL. */
  cpu: number | null;
  databaseCpu: number | null;
}

export interface Target {
  url: string;
  pid: number;
  databasePid: number;
}

export const CONNECTIONS = 32;

let running: { stop(): void } | null = null;

/** Ends the running load, so that Ctrl-C takes effect at once. */
export const stopLoad = (): void => running?.stop();

/** Load until code is compiled and caches are filled, which takes longer on a slow machine. */
export const warmUp = (target: Target, operation: Operation, key: string): Promise<Round> => measure(target, operation, key, 8, 2_500);

/** `enough`: number of responses after which to stop early. Throws Error if a response was not 2xx. */
export function measure({ url: base, pid, databasePid }: Target, operation: Operation, key: string, seconds: number, enough = Infinity): Promise<Round> {
  return new Promise((resolve, reject) => {
    const times: number[] = [];
    const [before, databaseBefore] = [cpuTime(pid), cpuTime(databasePid)];
    const load = autocannon(
      {
        url: base + (operation.body === undefined ? '' : operation.paths[0]!),
        connections: CONNECTIONS,
        duration: seconds,
        method: operation.method,
        headers: headersOf(operation, key, '[<id>]'),
        ...(operation.body === undefined ? { requests: operation.paths.map((path) => ({ path: new URL(base).pathname.replace(/\/$/, '') + path })) } : { body: operation.body, idReplacement: true }),
      },
      (error, result) => {
        running = null;
        if (error) return reject(error);
        const failed = result.non2xx + result.errors + result.timeouts;
        if (failed > 0) {
          const how = `${result.non2xx} rejected, ${result.errors} cut off (${result.timeouts} after 10 s without an answer)`;
          return reject(new Error(`${operation.name}: ${failed} of ${failed + result['2xx']} requests to ${base} failed: ${how}`));
        }
        times.sort((a, b) => a - b);
        const share = (now: number | null, then: number | null) => (now === null || then === null ? null : (now - then) / result['2xx']);
        const cpu = share(cpuTime(pid), before);
        const databaseCpu = share(cpuTime(databasePid), databaseBefore);
        resolve({ rate: result['2xx'] / result.duration, p50: at(times, 0.5), p95: at(times, 0.95), cpu, databaseCpu });
      },
    );
    running = load;
    load.on('response', (_client: unknown, _status: number, _bytes: number, milliseconds: number) => {
      if (times.push(milliseconds) === enough) load.stop();
    });
  });
}

const at = (sorted: number[], share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export function medianRound(rounds: Round[]): Round {
  const of = (name: keyof Round) => median(rounds.map((round) => round[name] ?? 0));
  return { rate: of('rate'), p50: of('p50'), p95: of('p95'), cpu: of('cpu') || null, databaseCpu: of('databaseCpu') || null };
}
