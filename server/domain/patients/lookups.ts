import { and, eq, inArray } from 'drizzle-orm';
import { patientIdentifiers, patients, patientTokens } from '../../db/schema/index';
import { queryNamed } from '../../db/prepared';
import { together, type Tx } from '../../db/transaction';
import { patientTokens as tokensOf, type Searchable, type Token } from './search-terms';

/** Rebuilds the look-up rows of identifiers and search. */
export async function writeLookups(
  tx: Tx,
  orgId: string,
  patientId: string,
  patient: Searchable & { mergedFrom?: readonly string[] },
  options: { replace: boolean },
): Promise<void> {
  if (options.replace) await removeLookups(tx, orgId, patientId);
  const { identifiers, mergedFrom = [] } = patient;
  const tokens = mergedFrom.length === 0 ? tokensOf(patient) : await withMergedNumbers(tx, orgId, patient);
  const of = <Row, Name extends keyof Row>(rows: Row[], name: Name) => rows.map((row) => row[name]);
  const addTokens = queryNamed(tx, INSERT_TOKENS, [
    orgId,
    patientId,
    of(tokens, 'token'),
    of(tokens, 'kind'),
  ]);
  if (identifiers.length === 0) return void (await addTokens);
  const addIdentifiers = queryNamed(tx, INSERT_IDENTIFIERS, [
    orgId,
    patientId,
    of(identifiers, 'system'),
    of(identifiers, 'value'),
    of(identifiers, 'type'),
  ]);
  await together(addTokens, addIdentifiers);
}

// Arrays, so that the statement has the same text for any number of rows and is planned once.
const INSERT_TOKENS = {
  name: 'insert_patient_tokens',
  text: `insert into patient_tokens (org_id, patient_id, token, kind)
    select $1, $2, * from unnest($3::text[], $4::text[])`,
};
const INSERT_IDENTIFIERS = {
  name: 'insert_patient_identifiers',
  text: `insert into patient_identifiers (org_id, patient_id, system, value, type)
    select $1, $2, * from unnest($3::text[], $4::text[], $5::text[])`,
};

/** MRNs and identifiers of merged records find the surviving record. The records themselves have no search rows. */
async function withMergedNumbers(
  tx: Tx,
  orgId: string,
  patient: Searchable & { mergedFrom?: readonly string[] },
): Promise<Token[]> {
  const merged = await tx
    .select({ mrn: patients.mrn, identifiers: patients.identifiers })
    .from(patients)
    .where(and(eq(patients.orgId, orgId), inArray(patients.id, [...(patient.mergedFrom ?? [])])));
  const nameless = {
    name: { ...patient.name, family: '', given: [] },
    otherNames: [],
    phones: [],
    emails: [],
  };
  const all = [patient, ...merged.map((row) => ({ ...nameless, ...row }))].flatMap(tokensOf);
  return [...new Map(all.map((token) => [`${token.kind}:${token.token}`, token])).values()];
}

export async function removeTokens(tx: Tx, orgId: string, patientId: string): Promise<void> {
  await tx
    .delete(patientTokens)
    .where(and(eq(patientTokens.orgId, orgId), eq(patientTokens.patientId, patientId)));
}

export async function removeLookups(tx: Tx, orgId: string, patientId: string): Promise<void> {
  await tx
    .delete(patientIdentifiers)
    .where(and(eq(patientIdentifiers.orgId, orgId), eq(patientIdentifiers.patientId, patientId)));
  await removeTokens(tx, orgId, patientId);
}
