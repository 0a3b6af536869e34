import { inArray, or, sql, type SQL } from 'drizzle-orm';
import { labResults } from '../../db/schema/index';
import { instantIn, rangeIn, type DateSearch } from '../../shared/date-search';
import { anyOf } from '../../shared/list-filters';
import { LOINC_SYSTEM, type CodeSearch } from '../../shared/code-search';
import type { LabResult } from './contract';

/** Conditions of a FHIR search, in addition to the filters of `/v1`. Each list: one of its entries must match. */
export interface ReportSearch {
  /** UUID */
  ids?: string[][] | undefined;
  statuses?: LabResult['status'][][] | undefined;
  codes?: CodeSearch[][] | undefined;
  collected?: DateSearch[] | undefined;
  updated?: DateSearch[] | undefined;
}

export const searchConditions = (search: ReportSearch): SQL[] => [
  ...anyOf(search.ids, (ids) => inArray(labResults.id, ids)),
  ...anyOf(search.statuses, (statuses) => inArray(labResults.status, statuses)),
  ...anyOf(search.codes, (codes) => or(...codes.map(hasPanel))!),
  ...(search.collected ?? []).map((one) =>
    rangeIn(labResults.collectedAt, labResults.collectedAtPrecision, one),
  ),
  ...(search.updated ?? []).map((one) => instantIn(labResults.updatedAt, one)),
];

const hasPanel = (code: CodeSearch): SQL =>
  sql`exists (select 1 from jsonb_array_elements(${labResults.panels}) p where ${isPanel(code)})`;

/** Code of a panel `p`: LOINC, or a code without a system. */
export function isPanel({ system, code }: CodeSearch): SQL {
  const loinc = sql`p ->> 'loinc' = ${code}`;
  const own = sql`p ->> 'code' = ${code}`;
  if (system === undefined) return sql`(${loinc} or ${own})`;
  return system === LOINC_SYSTEM ? loinc : system === null ? own : sql`false`;
}
