import { and, asc, desc, eq, inArray, isNotNull, isNull, ne, or, sql, type SQL } from 'drizzle-orm';
import { literalLimit, prepared } from '../../db/prepared';
import { patients } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { perform, type Done } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import type { AuditFacts } from '../../shared/audit';
import { countRows, timeFilters } from '../../shared/list-filters';
import { openPage, type CursorValue, type Page } from '../../shared/paging';
import { ofOpenChart } from '../../shared/restricted-charts';
import { resolveMerged, type PatientRow } from './access';
import type { ListPatientsInput, PatientList } from './contract';
import { hasAnyIdentifier, searchConditions, type PatientSearch } from './fhir-search';
import { presentPatient } from './present';
import { countSearch, openSearch, matchPatients, type FoundPatient, type Search } from './match-patients';
import { emailKey, nameKey, wordKey } from './search-terms';

/**
 * Lists patients, or searches them by `q`. The audit row records every patient returned.
 * @throws DomainError `invalid_cursor`, `invalid_parameter`
 */
export function listPatients(ctx: Context, input: ListPatientsInput & PatientSearch): Promise<PatientList> {
  return perform(ctx, { action: 'list_patients', kind: 'list', scope: 'patients:read' }, (tx) =>
    readPatients(tx, ctx, input),
  );
}

/** Without restricted charts that the actor may not see. */
export async function readPatients(
  tx: Tx,
  ctx: Context,
  input: ListPatientsInput & PatientSearch,
): Promise<Done<PatientList>> {
  const { rows, list, audit } = await findPatientRows(tx, ctx, input, ofOpenChart(ctx, patients.id));
  return { output: { ...list, data: rows.map(presentPatient) }, audit };
}

interface FoundRows {
  rows: PatientRow[];
  list: Omit<PatientList, 'data'>;
  audit: AuditFacts;
}

/** @param further a condition in addition to those of the input */
export async function findPatientRows(
  tx: Tx,
  ctx: Context,
  input: ListPatientsInput & PatientSearch,
  further?: SQL,
): Promise<FoundRows> {
  if (input.q && input.sort) {
    throw new DomainError(
      'invalid_parameter',
      '`q` and `sort` cannot be combined. A search is sorted by relevance.',
      {
        errors: [{ parameter: 'sort', code: 'not_allowed', message: 'cannot be combined with q' }],
      },
    );
  }
  const conditions = [
    eq(patients.orgId, ctx.actor.orgId),
    isNull(patients.deletedAt),
    ...(await filters(tx, ctx, input)),
    ...searchConditions(ctx, input),
    ...(await identifierConditions(tx, ctx, input)),
    // Programs that follow changes must see that a record was merged; users never look for one.
    ...(ctx.transport === 'portal' && !input.q && !input.status ? [ne(patients.status, 'merged')] : []),
    ...(further ? [further] : []),
  ];
  const search = input.q ? openSearch(input.q, conditions, conditions.length > UNFILTERED) : null;
  const { rows, list } = search
    ? await searched(tx, ctx, input, search)
    : await sorted(tx, ctx, input, conditions);
  const count = !input.include
    ? {}
    : search
      ? await countSearch(tx, ctx, search)
      : await countRows(tx, patients, conditions);
  return {
    rows,
    list: { ...list, ...count },
    audit: { objectKind: 'patient', patientIds: rows.map((row) => row.id), detail: { count: rows.length } },
  };
}

type Listed = Omit<FoundRows, 'audit'>;

function closed<Row extends PatientRow>(
  page: Page<Row>,
  found: Row[],
  key: (row: Row) => CursorValue[],
): Listed {
  const { data: rows, ...list } = page.close(found, key, (row) => row);
  return { rows, list };
}

/** The most frequent query: newest first, no filters, common page sizes. */
const newestFirst = new Map(
  [25, 50, 100].map((limit) => [
    limit,
    prepared(`list_patients_${limit}`, (tx) =>
      tx
        .select()
        .from(patients)
        .where(and(eq(patients.orgId, sql.placeholder('orgId')), isNull(patients.deletedAt)))
        .orderBy(desc(patients.id))
        .limit(literalLimit(limit + 1)),
    ),
  ]),
);

/** Conditions of every list: organization and not deleted. */
const UNFILTERED = 2;

async function sorted(tx: Tx, ctx: Context, input: ListPatientsInput, conditions: SQL[]): Promise<Listed> {
  const page = openPage<PatientRow>(ctx, 'patients', input);
  const usual = newestFirst.get(page.limit);
  if (usual && !input.sort && !page.after && conditions.length === UNFILTERED)
    return closed(page, await usual(tx, { orgId: ctx.actor.orgId }), (row) => [row.id]);
  const sort = input.sort ?? '-created_at';
  const descending = sort.startsWith('-');
  const direction = descending ? desc : asc;
  const compare = descending ? sql`<` : sql`>`;
  // An ID contains its creation time, so it is the whole sort key.
  const column = {
    created_at: null,
    updated_at: patients.updatedAt,
    family: patients.familyKey,
    birth_date: patients.birthDate,
  }[sort.replace('-', '') as 'family'] as typeof patients.familyKey | null;
  const after =
    page.after &&
    (column
      ? sql`(${column}, ${patients.id}) ${compare} (${page.after[0]}, ${page.after[1]}::uuid)`
      : sql`${patients.id} ${compare} ${page.after[0]}::uuid`);
  const rows = await tx
    .select()
    .from(patients)
    .where(and(...conditions, after ?? undefined))
    .orderBy(...(column ? [direction(column), direction(patients.id)] : [direction(patients.id)]))
    .limit(page.limit + 1);
  const key = (row: PatientRow): CursorValue[] => {
    if (!column) return [row.id];
    return [
      { updated_at: row.updatedAt.toISOString(), family: row.familyKey, birth_date: row.birthDate }[
        sort.replace('-', '')
      ] ?? null,
      row.id,
    ];
  };
  return closed(page, rows, key);
}

async function searched(tx: Tx, ctx: Context, input: ListPatientsInput, search: Search): Promise<Listed> {
  const page = openPage<FoundPatient>(ctx, 'patients', input);
  const rows = await matchPatients(tx, ctx, search, page);
  return closed(page, rows, keyOfFound);
}

/** Sort values of a search result. */
export const keyOfFound = (row: FoundPatient): CursorValue[] => [
  row.rank,
  row.familyKey,
  row.givenKey,
  row.id,
];

async function filters(tx: Tx, ctx: Context, input: ListPatientsInput): Promise<SQL[]> {
  const conditions: (SQL | undefined)[] = [
    input.family ? startsWith(patients.familyKey, nameKey(input.family)) : undefined,
    input.given ? hasGiven(ctx, input.given) : undefined,
    input.birth_date ? eq(patients.birthDate, input.birth_date) : undefined,
    input.mrn ? await orSurvivor(tx, ctx, eq(patients.mrn, input.mrn)) : undefined,
    input.identifier ? await orSurvivor(tx, ctx, hasIdentifier(ctx, input.identifier)) : undefined,
    input.phone ? hasToken(ctx, 'phone', [...input.phone.replace(/\D+/g, '')].reverse().join('')) : undefined,
    input.email
      ? sql`${patients.id} in (select patient_id from patient_tokens where org_id = ${ctx.actor.orgId} and kind = 'email' and token = ${emailKey(input.email)})`
      : undefined,
    input.sex ? eq(patients.sex, input.sex) : undefined,
    input.status ? inArray(patients.status, input.status) : undefined,
    input.external_id ? await orSurvivor(tx, ctx, eq(patients.externalId, input.external_id)) : undefined,
    ...timeFilters(patients, input),
  ];
  return conditions.filter((condition) => condition !== undefined);
}

async function identifierConditions(
  tx: Tx,
  ctx: Context,
  { identifiers = [] }: PatientSearch,
): Promise<SQL[]> {
  const conditions: SQL[] = [];
  for (const searches of identifiers)
    conditions.push(await orSurvivor(tx, ctx, hasAnyIdentifier(ctx, searches)));
  return conditions;
}

/** Numbers of a merged record find its survivor, too: a program may know no other. */
async function orSurvivor(tx: Tx, ctx: Context, condition: SQL): Promise<SQL> {
  const merged = await tx
    .select()
    .from(patients)
    .where(
      and(
        eq(patients.orgId, ctx.actor.orgId),
        isNull(patients.deletedAt),
        isNotNull(patients.mergedIntoId),
        condition,
      ),
    )
    .limit(MOST_MERGED);
  const survivors = await resolveMerged(tx, ctx, merged);
  if (survivors.length === 0) return condition;
  const ids = survivors.map(({ id }) => id);
  return or(condition, inArray(patients.id, ids))!;
}

/** An identifier may be shared by a family. */
const MOST_MERGED = 20;

/** A prefix as a range, because LIKE scans under row-level security. A prefix without letters matches no patient. */
const startsWith = (column: typeof patients.familyKey, prefix: string) =>
  prefix === '' ? sql`false` : sql`(${column} >= ${prefix} and ${column} < ${prefix + '\u{10FFFF}'})`;

const hasToken = (ctx: Context, kind: string, prefix: string) =>
  prefix === ''
    ? sql`false`
    : sql`${patients.id} in (select patient_id from patient_tokens where org_id = ${ctx.actor.orgId} and kind = ${kind} and token >= ${prefix} and token < ${prefix + '\u{10FFFF}'})`;

/** Finds family and given names by index, then keeps those with a matching part among the given names. */
const hasGiven = (ctx: Context, given: string) =>
  sql`(${hasToken(ctx, 'name', wordKey(given))} and position(${` ${nameKey(given)}`} in ' ' || ${patients.givenKey}) > 0)`;

function hasIdentifier(ctx: Context, pair: string): SQL {
  const at = pair.indexOf('|');
  return sql`${patients.id} in (select patient_id from patient_identifiers where org_id = ${ctx.actor.orgId} and system = ${pair.slice(0, at)} and value = ${pair.slice(at + 1)})`;
}
