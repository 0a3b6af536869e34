import { and, eq } from 'drizzle-orm';
import { auditEvents } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { idTime, PREFIX, readId, type Kind } from '../../shared/ids';
import type { ListAuditEntriesInput } from './contract';
import { conditionsOf, type AuditRow } from './entries';
import { readNewestRows } from './newest-rows';
import { recordsOf } from './of-patient';
import { readRowsOfPatient } from './patient-rows';

interface Wanted {
  orgId: string;
  /** Rows with IDs below this only; null for all. */
  before: string | null;
  limit: number;
  filter: Omit<ListAuditEntriesInput, 'limit' | 'cursor'>;
}

interface Matching {
  rows: AuditRow[];
  /** The records of the patient of the filter (UUID), whom the caller records as read. */
  patientIds: string[];
}

const MINUTE = 60_000;
/** The ID of a request has its start; its entries are written until its end, by the same clock. */
const BEFORE_REQUEST = MINUTE;
const LONGEST_REQUEST = 60 * MINUTE;

/** The newest rows of the organization that match the filter of the audit log. */
export async function readMatchingRows(tx: Tx, { orgId, before, limit, filter }: Wanted): Promise<Matching> {
  const { about, since, until } = filter;
  const conditions = conditionsOf(auditEvents.id, auditEvents, filter);
  const range = { orgId, before, since, until };
  if (about === undefined)
    return { rows: await readNewestRows(tx, range, conditions, limit), patientIds: [] };
  const kind = kindOf(about);
  const id = kind && readId(kind, about);
  if (!kind || !id) return { rows: [], patientIds: [] };
  if (kind === 'patient') {
    const records = await recordsOf(tx, orgId, id);
    if (records.length === 0) return { rows: [], patientIds: [] };
    return {
      rows: await readRowsOfPatient(tx, { ...range, records, conditions, limit }),
      patientIds: records,
    };
  }
  // No index has these columns, so the search covers the time that the ID bounds.
  const at = idTime(id).getTime();
  const isRequest = kind === 'request';
  const bounds = {
    ...range,
    since: later(since, at - BEFORE_REQUEST),
    until: isRequest ? earlier(until, at + LONGEST_REQUEST) : until,
  };
  const matches = isRequest
    ? eq(auditEvents.requestId, about)
    : and(eq(auditEvents.objectId, id), eq(auditEvents.objectKind, kind));
  return { rows: await readNewestRows(tx, bounds, [...conditions, matches], limit), patientIds: [] };
}

const KINDS = new Map(Object.entries(PREFIX).map(([kind, prefix]) => [prefix as string, kind as Kind]));

const kindOf = (id: string): Kind | undefined => KINDS.get(id.slice(0, id.indexOf('_')));

const later = (since: string | undefined, at: number): string =>
  new Date(Math.max(at, since ? Date.parse(since) : 0)).toISOString();

const earlier = (until: string | undefined, at: number): string =>
  new Date(Math.min(at, until ? Date.parse(until) : at)).toISOString();
