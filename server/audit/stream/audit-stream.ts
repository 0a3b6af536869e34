import { count } from '../../counts';
import { env } from '../../env';
import { startLoop, type Loop } from '../../jobs/loop';
import { claimPositions, movePosition, readRows, releasePositions } from './rows';
import { openSyslog, type SyslogConnection } from './syslog-connection';
import { syslogFrame } from './syslog-message';

/**
 * Sends the audit of all organizations to a syslog server, at least once: positions move only after the connection has
 * outlived the rows. Several processes may run it; an organization is sent by one at a time. Part of the worker role.
 */
const EVERY_MS = 1_000;
const CONFIRM_MS = 2_000;
const LONGEST_BACKOFF_MS = 30_000;

interface AuditStreamOptions {
  everyMs?: number;
  confirmMs?: number;
  now?: () => Date;
}

/** @returns null if no server is set */
export function startAuditStream(options: AuditStreamOptions = {}): Loop | null {
  const url = env.AUDIT_SYSLOG_URL;
  if (url === undefined) return null;
  const { everyMs = EVERY_MS, confirmMs = CONFIRM_MS, now = () => new Date() } = options;
  let connection: SyslogConnection | null = null;

  async function turn(): Promise<boolean> {
    const claimed = await claimPositions(now());
    if (claimed.length === 0) return false;
    try {
      connection ??= await openSyslog({ url: url!, caFile: env.AUDIT_SYSLOG_CA, confirmMs });
      const sent = [];
      for (const position of claimed) {
        const rows = await readRows(position);
        if (rows.length === 0) continue;
        await connection.write(Buffer.concat(rows.map((row) => syslogFrame(position.orgId, row))));
        sent.push({ position, last: rows.at(-1)!, count: rows.length });
      }
      await connection.confirm();
      for (const { position, last, count: rows } of sent) {
        await movePosition(position, last, now());
        count('clinical_audit_stream_rows_total', [], rows);
      }
    } catch (error) {
      connection?.close();
      connection = null;
      throw error;
    } finally {
      // Those that were moved no longer have a lease.
      await releasePositions(claimed).catch(() => undefined);
    }
    return true;
  }

  const loop = startLoop({ name: 'audit stream', everyMs, longestBackoffMs: LONGEST_BACKOFF_MS }, turn);
  return {
    ...loop,
    async stop() {
      await loop.stop();
      connection?.close();
    },
  };
}
