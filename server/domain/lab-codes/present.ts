import type { labCodes } from '../../db/schema/index';
import { showId } from '../../shared/ids';
import type { LabCode } from './contract';

export type LabCodeRow = typeof labCodes.$inferSelect;

export const presentLabCode = (row: LabCodeRow, laboratory: string): LabCode => ({
  id: showId('lab_code', row.id),
  object: 'lab_code',
  connection_id: showId('lab_connection', row.connectionId),
  laboratory,
  code: row.code,
  code_system: row.codeSystem || null,
  name: row.name,
  loinc: row.loinc,
  first_seen_at: row.firstSeenAt.toISOString(),
  last_seen_at: row.lastSeenAt.toISOString(),
  count: row.count,
  mapped_at: row.mappedAt?.toISOString() ?? null,
});
