import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';

/**
 * The anchor file: the newest seal of each organisation, one JSON line each, outside of the database. Whoever can
 * rewrite the whole database can lay a new chain over it, but cannot change a copy of this file that lies elsewhere.
 * Ends at the file: shipping it is the operator's part (docs/operations.md).
 */

export interface Head {
  /** `org_…` */
  org: string;
  number: number;
  /** Hex. */
  hash: string;
}

/** Opened anew each time, so that a log rotation may move the file away at any moment. */
export async function appendAnchors(file: string, heads: Head[], at: Date): Promise<void> {
  if (heads.length === 0) return;
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const handle = await open(file, 'a+', 0o600);
  try {
    const { size } = await handle.stat();
    const last = Buffer.alloc(1);
    if (size > 0) await handle.read(last, 0, 1, size - 1);
    // A line that a crash cut short must not spoil the one after it.
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

/** A new file's name is not on the disk before its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  if (!handle) return;
  await handle.sync().catch(() => undefined); // not every system can
  await handle.close();
}

/** Heads that say something new, and organisations whose chain no longer holds what was written before. */
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
