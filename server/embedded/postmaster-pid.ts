import fs from 'node:fs/promises';
import path from 'node:path';
import { processIdentity, servesFolder } from './processes';

/** Reads `postmaster.pid` and tells a live Postgres of this folder from a file that a crash left behind. */
export interface Running {
  pid: number;
  port: number;
  ready: boolean;
}

const fileOf = (folder: string): string => path.join(folder, 'postmaster.pid');

export async function runningPostgres(folder: string): Promise<Running | null> {
  const text = await fs.readFile(fileOf(folder), 'utf8').catch(() => null);
  if (text === null) return null;
  // Lines: pid, data folder, start time, port, socket folder, address, shared memory key, state.
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 1 || !(await servesFolder(pid, folder))) return null;
  return { pid, port: Number(lines[3]), ready: lines[7] === 'ready' };
}

/**
 * A left-over file may name a pid that now belongs to another program or a zombie; Postgres would refuse. Only
 * the pid is replaced by a dead one: the file's shared memory key still lets Postgres see a backend that lives on,
 * which removing the file would hide, and two writers would destroy the data.
 */
export async function disarmStaleFile(folder: string): Promise<void> {
  const text = await fs.readFile(fileOf(folder), 'utf8').catch(() => null);
  if (text === null) return;
  let dead = 4_194_303;
  while ((await processIdentity(dead)) !== null) dead -= 1;
  await fs.writeFile(fileOf(folder), text.replace(/^-?\d*/, String(dead)));
}
