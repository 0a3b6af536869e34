import { distinct, excuseOf, isRed, LEVELS, type Finding } from './findings';

/** The final table, and every finding with its level. */

export interface Row {
  name: string;
  requests: number;
  seconds: number;
  findings: Finding[];
}

const MOST = 60;

/** @returns whether no finding of medium or above remains */
export function printReport(rows: readonly Row[]): boolean {
  const out = (line: string): void => void process.stdout.write(`${line}\n`);
  const all = rows.flatMap(({ findings }) => findings);
  const kept = distinct(all.filter((finding) => !excuseOf(finding)));
  for (const { scanner, level, place, what, times } of kept.slice(0, MOST))
    out(`${level.toUpperCase()} ${scanner}: ${place}: ${what}${times > 1 ? ` (${times} times)` : ''}`);
  if (kept.length > MOST) out(`… and ${kept.length - MOST} more`);
  for (const finding of distinct(all.filter((one) => excuseOf(one))))
    out(`EXCUSED ${finding.scanner}: ${finding.place}: ${finding.what}: ${excuseOf(finding)!.reason}`);
  out(
    [
      'scanner'.padEnd(10),
      'requests'.padStart(9),
      ...LEVELS.map((level) => level.padStart(7)),
      'seconds'.padStart(8),
    ].join(''),
  );
  for (const { name, requests, seconds, findings } of rows) {
    const counts = LEVELS.map(
      (level) => findings.filter((finding) => finding.level === level && !excuseOf(finding)).length,
    );
    out(
      [
        name.padEnd(10),
        String(requests).padStart(9),
        ...counts.map((count) => String(count).padStart(7)),
        String(seconds || '').padStart(8),
      ].join(''),
    );
  }
  const red = kept.filter(isRed).length;
  out(`${red} findings of medium or above`);
  return red === 0;
}
