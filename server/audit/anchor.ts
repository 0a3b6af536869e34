import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';

/**
 * The anchor file: the newest seal of each organization, one JSON line each, outside the database. Someone who can
 * rewrite the whole database can forge a new chain, but cannot change a copy of this file elsewhere. Copying the file
 * off the machine is up to the operator (docs/operations.md).
 */

export interface Head {
  /** `org_…` */
  org: string;
  number: number;
  /** Hex. */
  hash: string;
}

/** Opened each time, so that log rotation may move the file at any moment. */
export async function appendAnchors(file: string, heads: Head[], at: Date): Promise<void> {
  if (heads.length === 0) return;
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const handle = await open(file, 'a+', 0o600);
  try {
    const { size } = await handle.stat();
    const last = Buffer.alloc(1);
    if (size > 0) await handle.read(last, 0, 1, size - 1);
    // A line truncated by a crash must not corrupt the next one.
    const start = size > 0 && last[0] !== 0x0a ? '\n' : '';
    const lines = heads.map(({ org, number, hash }) =>
      JSON.stringify({ org, number, hash, at: at.toISOString() }),
    );
    await handle.appendFile(`${start}${lines.join('\n')}\n`);
    await handle.datasync();
    if (size === 0) await syncFolder(path.dirname(file));
  } finally {
    await handle.close();
  }
}

/** The name of a new file is durable only after its folder is synced. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  if (!handle) return;
  await handle.sync().catch(() => undefined); // not supported everywhere
  await handle.close();
}

/** Seals that are new, and organizations whose chain no longer contains a seal written before. */
export function compareHeads(
  written: ReadonlyMap<string, Head>,
  current: readonly Head[],
): { fresh: Head[]; contradicted: string[] } {
  const now = new Map(current.map((head) => [head.org, head]));
  const fresh = current.filter(({ org, number }) => number > (written.get(org)?.number ?? 0));
  const contradicted = [...written.values()]
    .filter(({ org, number, hash }) => {
      const head = now.get(org);
      return !head || head.number < number || (head.number === number && head.hash !== hash);
    })
    .map(({ org }) => org);
  return { fresh, contradicted };
}
