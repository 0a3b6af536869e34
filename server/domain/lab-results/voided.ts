import { sql } from 'drizzle-orm';
import { labResults } from '../../db/schema/index';
import type { Context } from '../../shared/context';
import type { ResultRow } from './report';

/**
 * Reports that were filed to the wrong patient and moved. They contain another patient's values, so only administrators
 * see them, and API clients are notified to delete their copy (`lab_result.reassigned`).
 */
const PREFIX = 'void:';

export const voidKey = (id: string): string => `${PREFIX}${id}`;
export const isVoided = ({ reportKey }: Pick<ResultRow, 'reportKey'>): boolean =>
  reportKey.startsWith(PREFIX);
export const notVoided = sql`left(${labResults.reportKey}, 5) <> 'void:'`;

export const seesVoided = ({ actor }: Context): boolean =>
  actor.kind === 'system' || (actor.kind === 'user' && actor.role === 'admin' && !actor.app);
