import pg from 'pg';
import { logger } from '../logger';

/**
 * `DATABASE_URL` and `MIGRATION_DATABASE_URL` may name several servers, of which one at a time accepts writes:
 * `postgres://user@one:5432,two:5432/clinical?target_session_attrs=read-write`. The driver knows one server for each
 * connection, so this finds it: at startup, and again whenever connections fail or are read-only.
 */

const URL_PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]+)(.*)$/;
const ATTRIBUTE = 'target_session_attrs=read-write';

/** One URL for each server. */
export function serverUrls(url: string): string[] {
  const [, before, hosts, after] = URL_PARTS.exec(url) ?? [];
  if (hosts === undefined) return [url];
  const rest = after!
    .replace(`?${ATTRIBUTE}&`, '?')
    .replace(`?${ATTRIBUTE}`, '')
    .replace(`&${ATTRIBUTE}`, '');
  return hosts.split(',').map((host) => before! + host + rest);
}

const PATIENCE_MS = 2_000;

interface Servers {
  urls: string[];
  current: string;
  looking: Promise<void> | null;
}

// The process has two module graphs; they share what was found.
const slot = Symbol.for('clinical.primary');
const holder = globalThis as unknown as { [slot]?: Map<string, Servers> };
const known = (holder[slot] ??= new Map<string, Servers>());

function serversOf(url: string): Servers {
  let servers = known.get(url);
  if (!servers) {
    const urls = serverUrls(url);
    known.set(url, (servers = { urls, current: urls[0]!, looking: null }));
  }
  return servers;
}

export const hasSeveralServers = (url: string): boolean => serversOf(url).urls.length > 1;

/** The server that accepted writes when it was last looked for; the first one before. */
export const currentServer = (url: string): string => serversOf(url).current;

/** Looks for the server that accepts writes, once at a time. Otherwise keeps the current one. */
export function findPrimary(url: string): Promise<void> {
  const servers = serversOf(url);
  if (servers.urls.length === 1) return Promise.resolve();
  return (servers.looking ??= Promise.any(servers.urls.map(assertPrimary))
    .then(
      (found) => {
        if (found === servers.current) return;
        servers.current = found;
        logger.warn({ host: new URL(found).host }, 'another server of the database accepts writes: using it');
      },
      () => undefined,
    )
    .finally(() => (servers.looking = null)));
}

async function assertPrimary(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: PATIENCE_MS });
  client.on('error', () => undefined);
  // A hanging server may never respond.
  const limit = setTimeout(() => void client.end().catch(() => undefined), PATIENCE_MS);
  try {
    await client.connect();
    await assertWritable(client);
    return url;
  } finally {
    clearTimeout(limit);
    await client.end().catch(() => undefined);
  }
}

/** As `target_session_attrs=read-write` of libpq. */
export async function assertWritable(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const { rows } = await client.query<{ off: boolean }>(
    `SELECT NOT pg_is_in_recovery() AND current_setting('default_transaction_read_only') = 'off' AS off`,
  );
  // The code of Postgres for a write on such a server, which is answered with 503.
  if (!rows[0]?.off) throw Object.assign(new Error('The server is read-only.'), { code: READ_ONLY });
}

export const READ_ONLY = '25006';
