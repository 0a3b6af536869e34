import { readFile } from 'node:fs/promises';
import { setTimeout as later } from 'node:timers/promises';
import { postmasterOf } from '../../integration/faults/processes';
import { cpuMs } from '../../support/processor';

/** The cost of one request: the service's process and its PostgreSQL sessions, until both are idle. */
export class Meter {
  private constructor(
    private readonly service: number,
    private readonly postmaster: number,
  ) {}

  static async of(service: number, dataDir: string): Promise<Meter> {
    return new Meter(service, await postmasterOf(dataDir));
  }

  async cost(work: () => Promise<void>): Promise<{ node: number; postgres: number }> {
    const before = await this.atRest();
    await work();
    const after = await this.atRest();
    let [node, postgres] = [0, 0];
    for (const [pid, ms] of after) {
      const spent = ms - (before.get(pid) ?? 0);
      if (pid === this.service) node = spent;
      else postgres += spent;
    }
    return { node, postgres };
  }

  /** Work continues after the response: draining a rejected body, sealing rows. */
  private async atRest(): Promise<Map<number, number>> {
    let last = await this.read();
    for (const deadline = Date.now() + 200; Date.now() < deadline;) {
      await later(2);
      const now = await this.read();
      const moved = [...now].reduce((sum, [pid, ms]) => sum + ms - (last.get(pid) ?? 0), 0);
      if (moved < 0.3) return now;
      last = now;
    }
    return last;
  }

  private async read(): Promise<Map<number, number>> {
    const children = await readFile(`/proc/${this.postmaster}/task/${this.postmaster}/children`, 'utf8');
    const sessions: number[] = [];
    for (const pid of children.trim().split(' ').map(Number)) {
      const title = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      if (/^postgres: \S+ \S+ (\[local\]|[\d.:]+\()/.test(title)) sessions.push(pid);
    }
    const all = [this.service, ...sessions];
    const times = await Promise.all(all.map((pid) => cpuMs(pid).catch(() => 0)));
    return new Map(all.map((pid, at) => [pid, times[at]!]));
  }
}
