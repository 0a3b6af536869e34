import { and, isNotNull, isNull } from 'drizzle-orm';
import { labCodes } from '../../db/schema/index';
import { showId } from '../../shared/ids';
import type { LabCode } from './contract';

export type LabCodeRow = typeof labCodes.$inferSelect;

/** Conditions of each state, for lists and counts. */
export const CODE_STATES = {
  unmapped: and(isNull(labCodes.loinc), isNull(labCodes.notNeededAt)),
  mapped: isNotNull(labCodes.loinc),
  not_needed: and(isNull(labCodes.loinc), isNotNull(labCodes.notNeededAt)),
  all: undefined,
} as const;

const stateOf = ({ loinc, notNeededAt }: LabCodeRow): LabCode['state'] => {
  if (loinc !== null) return 'mapped';
  return notNeededAt === null ? 'unmapped' : 'not_needed';
};

export const presentLabCode = (row: LabCodeRow, laboratory: string): LabCode => ({
  id: showId('lab_code', row.id),
  object: 'lab_code',
  connection_id: showId('lab_connection', row.connectionId),
  laboratory,
  code: row.code,
  code_system: row.codeSystem || null,
  name: row.name,
  state: stateOf(row),
  loinc: row.loinc,
  first_seen_at: row.firstSeenAt.toISOString(),
  last_seen_at: row.lastSeenAt.toISOString(),
  count: row.count,
  mapped_at: row.mappedAt?.toISOString() ?? null,
});
