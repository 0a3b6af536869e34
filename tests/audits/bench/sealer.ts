import { startSealer } from '../../../server/audit/sealer';
import { completeEnv } from '../../../server/env';
import type { Finding } from './further';
import { cpuTime } from './cpu';
import { measure, median, warmUp, type Round, type Target } from './measure';
import type { Operation } from './operations';
import { sealedShare, startSealerProcess } from './environment';

/**
 * `npm run bench -- --sealer`: reads of one organization with and without the sealer, in alternating rounds. The sealer
 * has its own process here, so that its share is visible; its queries count as PostgreSQL's.
 */
const GOAL = 0.9;
/** With fewer pairs, one disturbed round could decide. */
const LEAST_ROUNDS = 7;

interface Pair {
  off: Round;
  on: Round;
  /** CPU time of the sealer's process per request. */
  own: number | null;
}

export async function sealerCost(product: Target, operation: Operation, key: string, rounds: number, seconds: number): Promise<Finding> {
  await warmUp(product, operation, key);
  const pairs: Pair[] = [];
  for (let round = 0; round < Math.max(rounds, LEAST_ROUNDS); round++) {
    const off = round % 2 === 0 ? await measure(product, operation, key, seconds) : null;
    const sealer = await startSealerProcess();
    // Rows of the previous round must not be sealed during this one.
    while ((await sealedShare()) < 1) await new Promise((resolve) => setTimeout(resolve, 200));
    const before = cpuTime(sealer.pid);
    const on = await measure(product, operation, key, seconds);
    const after = cpuTime(sealer.pid);
    await sealer.stop();
    const own = before === null || after === null ? null : (after - before) / (on.rate * seconds);
    pairs.push({ off: off ?? (await measure(product, operation, key, seconds)), on, own });
  }
  const of = (pick: (pair: Pair) => number) => median(pairs.map(pick));
  const cpu = ({ cpu, databaseCpu }: Round) => (cpu ?? 0) + (databaseCpu ?? 0);
  const rate = of(({ off, on }) => on.rate / off.rate);
  const all = of(({ off, on, own }) => (cpu(on) + (own ?? 0)) / cpu(off));
  // If rounds without the sealer differ by more than the limit, their rates prove nothing, and CPU time decides.
  const alone = pairs.map(({ off }) => off.rate);
  const spread = (Math.max(...alone) - Math.min(...alone)) / median(alone);
  const byCpu = spread > 1 - GOAL && pairs.every(({ off, on, own }) => off.cpu !== null && on.cpu !== null && own !== null);
  const reported = [
    `${Math.round(of(({ off }) => off.rate))} reads/s without, ${Math.round(of(({ on }) => on.rate))} with; round by round ${percent(rate - 1)}`,
    `p95 ${of(({ off }) => off.p95).toFixed(1)} and ${of(({ on }) => on.p95).toFixed(1)} ms`,
    `CPU per read ${of(({ off }) => cpu(off)).toFixed(3)} and ${of(({ on, own }) => cpu(on) + (own ?? 0)).toFixed(3)} ms; round by round ${percent(all - 1)}`,
    `${pairs.length} rounds, those without it within ${(spread * 100).toFixed(0)} %: decided by ${byCpu ? 'CPU time' : 'reads/s'}`,
  ];
  return { name: `sealer: ${operation.name}`, measured: reported.join(' · '), goal: 'at most 10 % fewer reads/s', met: byCpu ? all <= 2 - GOAL : rate >= GOAL };
}

const percent = (share: number): string => `${share > 0 ? '+' : ''}${(share * 100).toFixed(1)} %`;

export interface SealerSettings {
  appUrl: string;
  encryptionKeys: string;
  anchorFile: string;
}

/** In the forked process. */
export function runSealer({ appUrl, encryptionKeys, anchorFile }: SealerSettings): void {
  completeEnv({ DATABASE_URL: appUrl, ENCRYPTION_KEYS: encryptionKeys });
  startSealer({ anchorFile });
  process.send!({ running: true });
}
