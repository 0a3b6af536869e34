import { and, inArray, or, sql, type SQL } from 'drizzle-orm';
import { documents } from '../../db/schema/index';
import type { CodeSearch } from '../../shared/code-search';
import { instantIn, type DateSearch } from '../../shared/date-search';
import { anyOf } from '../../shared/list-filters';
import type { DocumentCategory } from './rules';

/** Conditions of a FHIR search, in addition to the filters of `/v1`. Each list: one of its entries must match. */
export interface DocumentSearch {
  /** UUID */
  ids?: string[][] | undefined;
  states?: DocumentState[][] | undefined;
  categories?: DocumentCategory[][] | undefined;
  types?: CodeSearch[][] | undefined;
  created?: DateSearch[] | undefined;
  updated?: DateSearch[] | undefined;
}

/** As FHIR: withdrawn by the sender or filed in error, replaced by a newer version, or neither. */
export type DocumentState = 'current' | 'superseded' | 'entered-in-error';

export const searchConditions = (search: DocumentSearch): SQL[] => [
  ...anyOf(search.ids, (ids) => inArray(documents.id, ids)),
  ...anyOf(search.states, (states) => or(...states.map((state) => HAS_STATE[state]))!),
  ...anyOf(search.categories, (categories) => inArray(documents.category, categories)),
  ...anyOf(search.types, (types) => or(...types.map(hasType))!),
  ...(search.created ?? []).map((one) => instantIn(documents.createdAt, one)),
  ...(search.updated ?? []).map((one) => instantIn(documents.updatedAt, one)),
];

const IN_ERROR = sql`(${documents.status} = 'entered_in_error' or ${documents.withdrawnAt} is not null)`;
const HAS_STATE: Record<DocumentState, SQL> = {
  current: sql`(not ${IN_ERROR} and ${documents.replacedBy} is null)`,
  superseded: sql`(not ${IN_ERROR} and ${documents.replacedBy} is not null)`,
  'entered-in-error': IN_ERROR,
};

const NULL_FLAVOR = 'http://terminology.hl7.org/CodeSystem/v3-NullFlavor';

/** A document without a type is unknown. */
function hasType({ system, code }: CodeSearch): SQL {
  const unknown = code === 'UNK' && (system === undefined || system === NULL_FLAVOR);
  const typed = and(
    sql`${documents.typeCode} = ${code}`,
    system === undefined ? undefined : sql`${documents.type} ->> 'system' = ${system ?? ''}`,
  )!;
  return unknown ? or(typed, sql`${documents.typeCode} is null`)! : typed;
}
