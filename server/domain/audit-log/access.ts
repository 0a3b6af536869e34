import { inArray, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { currentOrg } from '../../db/schema/columns';
import { NIGHT } from '../privacy-report/rules';
import { DENIAL_CODES, PASSWORD_ACTIONS, PROMPT_CODE } from './rules';

/** Condition on entries without permission (`isDenial`). */
export const isDenied = ({ action, outcome, code }: Record<'action' | 'outcome' | 'code', PgColumn>): SQL =>
  sql`(${outcome} <> 'allowed' and (${inArray(code, DENIAL_CODES)}
    or (${code} = 'validation_failed' and ${inArray(action, PASSWORD_ACTIONS)})))`;

/** Condition on entries of users who were asked to confirm their identity. */
export const isPrompt = ({ outcome, code }: Record<'outcome' | 'code', PgColumn>): SQL =>
  sql`(${outcome} <> 'allowed' and ${code} = ${PROMPT_CODE})`;

type ChartColumns = Record<'actor' | 'kind' | 'outcome' | 'transport' | 'patientIds', PgColumn>;

/** Condition on entries of users who read one chart in the portal. */
export const isOfOpenedChart = ({ actor, kind, outcome, transport, patientIds }: ChartColumns): SQL =>
  sql`(${kind} in ('read', 'download') and ${outcome} = 'allowed' and ${transport} = 'portal'
    and ${actor} like 'usr\\_%' and cardinality(${patientIds}) = 1)`;

/** Condition on times, in the time zone of the organization. */
export const isAtNight = (at: SQLWrapper): SQL => {
  const hour = sql`extract(hour from ${at} at time zone (select time_zone from organizations where id = ${currentOrg}))`;
  return sql`(${hour} >= ${NIGHT.from} or ${hour} < ${NIGHT.until})`;
};
