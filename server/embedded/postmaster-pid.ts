import fs from 'node:fs/promises';
import path from 'node:path';
import { processIdentity, servesFolder } from './processes';

/** Reads `postmaster.pid` and distinguishes a running PostgreSQL of this folder from a stale file. */
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
 * A stale file may contain the pid of another program or a zombie, which keeps PostgreSQL from starting. Only the pid
 * is replaced, with a dead one: with the file's shared memory key PostgreSQL still detects a surviving backend. Without
 * the file it would not, and two writers would destroy the data.
 */
export async function disarmStaleFile(folder: string): Promise<void> {
  const text = await fs.readFile(fileOf(folder), 'utf8').catch(() => null);
  if (text === null) return;
  let dead = 4_194_303;
  while ((await processIdentity(dead)) !== null) dead -= 1;
  await fs.writeFile(fileOf(folder), text.replace(/^-?\d*/, String(dead)));
}
