import { and, inArray, or, sql, type SQL } from 'drizzle-orm';
import { patients } from '../../db/schema/index';
import type { Context } from '../../shared/context';
import { instantIn, type DateSearch } from '../../shared/date-search';
import { anyOf } from '../../shared/list-filters';
import type { TextSearch } from '../../shared/text-search';
import type { PatientRow } from './access';
import { nameKey, wordKey } from './search-terms';

/** Conditions of a FHIR search, in addition to the filters of `/v1`. Each list: one of its entries must match. */
export interface PatientSearch {
  /** UUID */
  ids?: string[][] | undefined;
  names?: TextSearch[][] | undefined;
  families?: TextSearch[][] | undefined;
  givens?: TextSearch[][] | undefined;
  sexes?: PatientRow['sex'][][] | undefined;
  born?: DateSearch[] | undefined;
  updated?: DateSearch[] | undefined;
  identifiers?: IdentifierSearch[][] | undefined;
}

export type IdentifierSearch =
  /** UUID */
  | { kind: 'id'; value: string }
  | { kind: 'mrn' | 'external' | 'any'; value: string }
  | { kind: 'identifier'; system: string; value: string };

/** Conditions that numbers of merged records satisfy as well are left to the caller. */
export const searchConditions = (ctx: Context, search: PatientSearch): SQL[] => [
  ...anyOf(search.ids, (ids) => inArray(patients.id, ids)),
  ...anyOf(search.sexes, (sexes) => inArray(patients.sex, sexes)),
  ...each(search.names, (name) =>
    hasName(ctx, name, sql`(n ->> 'family') = ${name.text} or n -> 'given' ? ${name.text}`),
  ),
  ...each(search.families, (name) => hasFamily(ctx, name)),
  ...each(search.givens, (name) => hasGiven(ctx, name)),
  ...(search.born ?? []).map(bornIn),
  ...(search.updated ?? []).map((search) => instantIn(patients.updatedAt, search)),
];

const each = <T>(lists: T[][] | undefined, condition: (entry: T) => SQL): SQL[] =>
  anyOf(lists, (list) => or(...list.map(condition))!);

/** Current and former names. */
const someName = (condition: SQL) =>
  sql`exists (select 1 from jsonb_array_elements(jsonb_build_array(${patients.name}) || ${patients.otherNames}) n where ${condition})`;

/** By the start of a part of a name, which the index has without case and accents. */
const hasToken = (ctx: Context, text: string) => {
  const prefix = wordKey(text);
  return prefix === ''
    ? sql`false`
    : sql`${patients.id} in (select patient_id from patient_tokens where org_id = ${ctx.actor.orgId} and kind = 'name' and token >= ${prefix} and token < ${prefix + '\u{10FFFF}'})`;
};

const hasName = (ctx: Context, { text, exact }: TextSearch, isExactly: SQL) =>
  exact ? sql`(${hasToken(ctx, text)} and ${someName(isExactly)})` : hasToken(ctx, text);

function hasFamily(ctx: Context, search: TextSearch): SQL {
  if (search.exact) return hasName(ctx, search, sql`(n ->> 'family') = ${search.text}`);
  const prefix = nameKey(search.text);
  if (prefix === '') return sql`false`;
  const current = sql`(${patients.familyKey} >= ${prefix} and ${patients.familyKey} < ${prefix + '\u{10FFFF}'})`;
  const former = sql`starts_with(lower(n ->> 'family'), lower(${search.text}))`;
  return and(hasToken(ctx, search.text), or(current, someName(former)))!;
}

function hasGiven(ctx: Context, search: TextSearch): SQL {
  if (search.exact) return hasName(ctx, search, sql`n -> 'given' ? ${search.text}`);
  const former = sql`exists (select 1 from jsonb_array_elements_text(n -> 'given') g where starts_with(lower(g), lower(${search.text})))`;
  const current = sql`position(${` ${nameKey(search.text)}`} in ' ' || ${patients.givenKey}) > 0`;
  return and(hasToken(ctx, search.text), or(current, someName(former)))!;
}

/** A date of birth is a whole day. */
function bornIn({ prefix, start, end }: DateSearch): SQL {
  const [from, to] = [sql`${start.slice(0, 10)}::date`, sql`${lastDay(end)}::date`];
  const { birthDate } = patients;
  switch (prefix) {
    case 'eq':
      return sql`(${birthDate} >= ${from} and ${birthDate} <= ${to})`;
    case 'ge':
      return sql`${birthDate} >= ${from}`;
    case 'gt':
      return sql`${birthDate} > ${to}`;
    case 'lt':
      return sql`${birthDate} < ${from}`;
    case 'le':
      return sql`${birthDate} <= ${to}`;
  }
}

const lastDay = (end: string): string => new Date(Date.parse(end) - 1).toISOString().slice(0, 10);

/** A union, because no index serves alternatives of several tables. */
export const hasAnyIdentifier = (ctx: Context, searches: readonly IdentifierSearch[]): SQL =>
  searches.length === 0
    ? sql`false`
    : sql`${patients.id} in (${sql.join(
        searches.flatMap((search) => idsOf(ctx, search)),
        sql` union all `,
      )})`;

function idsOf({ actor: { orgId } }: Context, search: IdentifierSearch): SQL[] {
  const { value } = search;
  const own = (condition: SQL) =>
    sql`select p.id from patients p where p.org_id = ${orgId} and p.deleted_at is null and ${condition}`;
  const listed = (condition: SQL) =>
    sql`select i.patient_id from patient_identifiers i where i.org_id = ${orgId} and i.value = ${value} and ${condition}`;
  const mrn = own(sql`p.mrn = ${value}`);
  const external = own(sql`p.external_id = ${value}`);
  switch (search.kind) {
    case 'id':
      return [sql`select ${value}::uuid`];
    case 'mrn':
      return [mrn];
    case 'external':
      return [external];
    case 'identifier':
      return [listed(sql`i.system = ${search.system}`)];
    // The index of values begins with their system, so the words of the search index find them.
    case 'any':
      return [
        mrn,
        external,
        listed(
          sql`i.patient_id in (select patient_id from patient_tokens where org_id = ${orgId} and kind = 'identifier' and token = ${wordKey(value)})`,
        ),
      ];
  }
}
