import { BUILD } from '../../build-info';
import { listQueueFigures } from '../../jobs/queue-figures';
import { logger } from '../../logger';
import { safeError } from '../../safe-error';

/** What everyone may know about an installation: no names, no numbers. */
export interface ServiceStatus {
  version: string;
  checkedAt: Date;
  parts: { part: StatusPart; state: PartState }[];
}

const WORK = {
  laboratory_messages: 'inbound_messages',
  lab_orders: 'outbound_messages',
  document_scans: 'document_scans',
  webhooks: 'webhook_deliveries',
} as const;

export type StatusPart = 'database' | keyof typeof WORK;
/** `unknown`: the database did not respond. */
export type PartState = 'operational' | 'delayed' | 'unavailable' | 'unknown';

const LATE_MS = 5 * 60_000;
/** Anyone can ask, so the database is asked at most this often. */
const KEEP_MS = 10_000;

let kept: Promise<ServiceStatus> | null = null;
let keptAt = -Infinity;

export function getServiceStatus(): Promise<ServiceStatus> {
  if (!kept || performance.now() - keptAt > KEEP_MS) {
    kept = readStatus(new Date());
    keptAt = performance.now();
  }
  return kept;
}

/** Work is delayed if the oldest of it could have been done five minutes ago. */
export async function readStatus(now: Date): Promise<ServiceStatus> {
  const shared = { version: BUILD.version, checkedAt: now };
  const names = Object.keys(WORK) as (keyof typeof WORK)[];
  try {
    const figures = await listQueueFigures(now);
    const isLate = (at: Date | null) => at !== null && now.getTime() - new Date(at).getTime() > LATE_MS;
    return {
      ...shared,
      parts: [
        { part: 'database', state: 'operational' },
        ...names.map((part) => {
          const late = isLate(figures[WORK[part]].oldestAt);
          return { part, state: late ? ('delayed' as const) : ('operational' as const) };
        }),
      ],
    };
  } catch (error) {
    logger.warn(safeError(error), 'the status could not be read');
    return {
      ...shared,
      parts: [
        { part: 'database', state: 'unavailable' },
        ...names.map((part) => ({ part, state: 'unknown' as const })),
      ],
    };
  }
}
