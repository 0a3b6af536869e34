import { inArray, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { PASSWORD_ACTIONS } from './rules';

/** Condition on entries that were denied or failed, except for invalid input. */
export const isDenied = ({ action, outcome, code }: Record<'action' | 'outcome' | 'code', PgColumn>): SQL =>
  sql`(${outcome} <> 'allowed' and (${code} is distinct from 'validation_failed' or ${inArray(action, PASSWORD_ACTIONS)}))`;
