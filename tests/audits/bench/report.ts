import type { Finding } from './further';
import type { Round } from './measure';

export interface Measured {
  name: string;
  goal: number;
  /** Medians over the rounds. */
  product: Round;
  bare: Round;
  plain: Round | null;
  rounds: { product: Round; bare: Round }[];
}

/** Median of the ratios within each round, whose halves ran under the same conditions. */
function ratioOf({ rounds }: Measured): number {
  const ratios = rounds.map(({ product, bare }) => product.rate / bare.rate).sort((a, b) => a - b);
  const middle = ratios.length >> 1;
  return ratios.length % 2 === 1 ? ratios[middle]! : (ratios[middle - 1]! + ratios[middle]!) / 2;
}

const words = ({ cpu, databaseCpu }: Round): string => (cpu === null || databaseCpu === null ? '-' : `${cpu.toFixed(2)}+${databaseCpu.toFixed(2)}`);

/** CPU time of server and PostgreSQL per request: the ratio of rates on an otherwise idle machine. */
function cpuRatio({ product, bare }: Measured): number | null {
  const total = ({ cpu, databaseCpu }: Round) => (cpu ?? 0) + (databaseCpu ?? 0);
  return total(product) > 0 && total(bare) > 0 ? total(bare) / total(product) : null;
}

const HEAD = ['', 'product /s', 'bare /s', 'ratio', 'goal', '', 'p50 ms', 'p95 ms', 'bare p50', 'bare p95', 'cpu ms', 'bare cpu', 'cpu ratio', 'no guarantees /s'];

export function printTable(measured: Measured[], run: { memory: number | null; seconds: number; connections: number; rounds: number; roundSeconds: number }): void {
  const rows = measured.map((entry) => {
    const ratio = ratioOf(entry);
    return [
      entry.name, entry.product.rate.toFixed(0), entry.bare.rate.toFixed(0), ratio.toFixed(2), entry.goal.toFixed(2), ratio >= entry.goal ? 'met' : 'missed',
      ...[entry.product.p50, entry.product.p95, entry.bare.p50, entry.bare.p95].map((time) => time.toFixed(1)),
      words(entry.product), words(entry.bare), cpuRatio(entry)?.toFixed(2) ?? '-',
      entry.plain?.rate.toFixed(0) ?? '-',
    ];
  });
  const widths = HEAD.map((head, column) => Math.max(head.length, ...rows.map((row) => row[column]!.length)));
  const line = (cells: string[]): string => cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!))).join('  ');
  const lines = [line(HEAD), ...rows.map(line)];
  const memory = run.memory === null ? '' : `; the product holds ${run.memory} MB`;
  lines.push('', `${run.connections} connections, medians of ${run.rounds} paired rounds of ${run.roundSeconds} s, ${run.seconds.toFixed(0)} s in all${memory}.`);
  process.stdout.write(`\n${lines.join('\n')}\n`);
}

export function printFindings(findings: Finding[]): void {
  const verdict = (met: boolean | null) => (met === null ? '' : met ? 'met' : 'missed');
  const rows = findings.map(({ name, measured, goal, met }) => [name, measured, goal, verdict(met)]);
  const widths = [0, 1, 2].map((column) => Math.max(0, ...rows.map((row) => row[column]!.length)));
  for (const row of rows) process.stdout.write(`${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd()}\n`);
}
