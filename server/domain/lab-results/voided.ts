import { sql } from 'drizzle-orm';
import { labResults } from '../../db/schema/index';
import type { Context } from '../shared/context';
import type { ResultRow } from './report';

/**
 * Reports that were filed at the wrong patient and moved. They hold another patient's values, so nobody but
 * administrators sees them, and programs are told to drop what they have (`lab_result.reassigned`).
 */
const PREFIX = 'void:';

export const voidKey = (id: string): string => `${PREFIX}${id}`;
export const isVoided = ({ reportKey }: Pick<ResultRow, 'reportKey'>): boolean =>
  reportKey.startsWith(PREFIX);
export const notVoided = sql`left(${labResults.reportKey}, 5) <> 'void:'`;

export const seesVoided = ({ actor }: Context): boolean =>
  actor.kind === 'system' || (actor.kind === 'user' && actor.role === 'admin' && !actor.app);
