import { readdirSync, readFileSync } from 'node:fs';

/** CPU time of processes from `/proc` (Linux; elsewhere null), more reliable than rates on a shared machine. */
const TICK_MS = 10;

interface Stat {
  parent: number;
  /** Including terminated children. */
  milliseconds: number;
}

function stat(pid: string): Stat | null {
  try {
    // The name in parentheses may contain anything, so fields are counted after it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '').split(' ').map(Number);
    return { parent: fields[1]!, milliseconds: (fields[11]! + fields[12]! + fields[13]! + fields[14]!) * TICK_MS };
  } catch {
    return null;
  }
}

/** Milliseconds of a process and its children since their start. */
export function cpuTime(pid: number): number | null {
  const own = stat(String(pid));
  if (!own) return null;
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(stat);
  return all.reduce((sum, entry) => (entry?.parent === pid ? sum + entry.milliseconds : sum), own.milliseconds);
}

/** In MB. */
export function residentMemory(pid: number): number | null {
  try {
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);
  } catch {
    return null;
  }
}
