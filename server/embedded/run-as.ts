import { readFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { StartError } from '../errors/start-error';

/** PostgreSQL cannot run as root; this finds the user to run it as. Null: not running as root. */
export interface RunAs {
  uid: number;
  gid: number;
}

export async function chooseUser(folder: string): Promise<RunAs | null> {
  if (process.getuid?.() !== 0) return null;
  const owner = await fs.stat(folder).catch(() => null);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  // initdb looks its user up by number, so the user must exist.
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter((user) => user.uid > 0);
  const user =
    users.find((entry) => entry.name === 'postgres') ??
    users.find((entry) => entry.name === 'nobody') ??
    users[0];
  if (!user)
    throw new StartError('Postgres does not run as root and there is no other user; set DATABASE_URL.');
  return { uid: user.uid, gid: user.gid };
}

/** Changes the owner of a folder recursively. */
export async function giveTo(user: RunAs, folder: string): Promise<void> {
  try {
    await fs.lchown(folder, user.uid, user.gid);
    for (const entry of await fs.readdir(folder, { withFileTypes: true })) {
      const below = path.join(folder, entry.name);
      if (entry.isDirectory()) await giveTo(user, below);
      else await fs.lchown(below, user.uid, user.gid);
    }
  } catch (error) {
    throw new StartError(
      `Postgres does not run as root, and ${folder} cannot be given to another user; run as an ordinary user or set DATABASE_URL.`,
      { cause: error },
    );
  }
}

/** Whether the user may traverse every folder up to and including `folder` (permission bits only). */
export async function canReach(user: RunAs, folder: string): Promise<boolean> {
  for (let at = await fs.realpath(folder); ; at = path.dirname(at)) {
    const { uid, gid, mode } = await fs.stat(at);
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if (!(mode & bit)) return false;
    if (at === path.dirname(at)) return true;
  }
}
