import { readdirSync, readFileSync } from 'node:fs';

/**
 * CPU time of processes, from `/proc` (Linux; elsewhere null). On a machine that others use as well it says more than
 * the rate does.
 */
const TICK_MS = 10;

interface Stat {
  parent: number;
  /** Own time and that of children that have ended. */
  milliseconds: number;
}

function stat(pid: string): Stat | null {
  try {
    // The name, in brackets, may hold anything: the fields are counted behind its end.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '').split(' ').map(Number);
    return { parent: fields[1]!, milliseconds: (fields[11]! + fields[12]! + fields[13]! + fields[14]!) * TICK_MS };
  } catch {
    return null;
  }
}

/** Milliseconds of a process and its children since it began. */
export function cpuTime(pid: number): number | null {
  const own = stat(String(pid));
  if (!own) return null;
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(stat);
  return all.reduce((sum, entry) => (entry?.parent === pid ? sum + entry.milliseconds : sum), own.milliseconds);
}

/** Resident memory in MB. */
export function residentMemory(pid: number): number | null {
  try {
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);
  } catch {
    return null;
  }
}
