import type { Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { resolveMerged, type PatientRow } from '../patients/access';
import { findIdentified } from './match-patient';
import type { readPerson } from './read-situation';

/**
 * Data is never applied to a patient while one of its MRNs belongs to another: the MRN would become an identifier of both,
 * and the chart would get the data of the other person. No constraint prevents it: MRNs and identifiers are in two tables.
 */

/** The patients that have an MRN of a message (PID or MRG), by MRN. MRNs that no patient has are left out. */
export type MrnOwners = ReadonlyMap<string, readonly PatientRow[]>;

type Mrns = Pick<ReturnType<typeof readPerson>, 'facts' | 'mrnSystems' | 'prior'>;

export async function mrnOwners(
  tx: Tx,
  ctx: Context,
  { facts, mrnSystems, prior }: Mrns,
): Promise<MrnOwners> {
  const owners = new Map<string, readonly PatientRow[]>();
  for (const [mrns, systems] of [
    [facts.mrns, mrnSystems],
    [prior.mrns, prior.systems],
  ] as const)
    for (const mrn of mrns) {
      const { byMrn, byIdentifier } = await findIdentified(tx, ctx, [mrn], systems, [], { lock: false });
      const found = await resolveMerged(tx, ctx, [...byMrn, ...byIdentifier]);
      if (found.length > 0) owners.set(mrn, found);
    }
  return owners;
}

/** MRNs that other patients have, and none of these records. */
export function takenMrns(owners: MrnOwners, records: readonly Pick<PatientRow, 'id'>[]) {
  const own = new Set(records.map(({ id }) => id));
  return [...owners].flatMap(([mrn, [owner, ...others]]) =>
    owner && ![owner, ...others].some(({ id }) => own.has(id)) ? [{ mrn, owner }] : [],
  );
}

/** @throws DomainError `duplicate_identifier` */
export async function assertMrnsNotTaken(
  tx: Tx,
  ctx: Context,
  mrns: Mrns,
  records: readonly Pick<PatientRow, 'id'>[],
): Promise<void> {
  if (takenMrns(await mrnOwners(tx, ctx, mrns), records).length > 0)
    throw new DomainError('duplicate_identifier', TAKEN);
}

const TAKEN =
  'An MRN of the message belongs to another patient. Apply the data to that patient, or reject the message.';
