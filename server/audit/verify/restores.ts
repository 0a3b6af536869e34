import { GENERATION } from '../../db/generations';
import { showId } from '../../shared/ids';
import { covers, type DeclarationLine, type Loss, type SealLine } from '../anchor';
import type { DeclaredRow } from './chain';
import type { Reader } from './streams';

/**
 * Declared restores. One explains lost seals only if both the audit and the anchor file contain it: someone with the
 * database alone can write the first, but not the second.
 */

export interface DeclaredRestore {
  org: string;
  declared_at: string;
  generation: number;
  reason: string | null;
  /** Of the seal with the declaration; null if the organization was lost. */
  seal: number | null;
  lost: Loss | null;
  /** Written after the restore and before its declaration. */
  seals_before: number;
  rows_before: number;
  /** Null without an anchor file. */
  anchored: boolean | null;
}

interface Known extends DeclaredRestore {
  orgId: string;
  hash: string | null;
}

export class Restores {
  private readonly known: Known[];

  /** @param seals number of seals by organization; others were lost entirely */
  constructor(
    rows: readonly DeclaredRow[],
    private readonly seals: ReadonlyMap<string, number>,
    private readonly generations: ReadonlyMap<number, string | null>,
  ) {
    this.known = rows.map(fromRow);
  }

  /** Adds what the anchor file declares. */
  anchor(line: DeclarationLine): void {
    if (line.row === null) return this.anchorLostOrganization(line);
    const found = this.known.find(({ orgId, hash }) => orgId === line.orgId && hash === line.row);
    // The audit row decides what was lost; a changed line declares nothing.
    if (found?.lost && isSame(found.lost, line)) found.anchored = true;
  }

  /** An organization that did not exist at the restored time has no audit that could declare it. */
  private anchorLostOrganization({ org, orgId, at, txid, from, to, until }: DeclarationLine): void {
    const generation = Number(BigInt(txid) / GENERATION);
    if ((this.seals.get(orgId) ?? 0) > 0 || !this.generations.has(generation)) return;
    this.known.push({
      org,
      orgId,
      hash: null,
      declared_at: at,
      generation,
      reason: this.generations.get(generation) ?? null,
      seal: null,
      lost: { from, to, until },
      seals_before: 0,
      rows_before: 0,
      anchored: true,
    });
  }

  explain(line: SealLine): boolean {
    return this.known.some(
      ({ orgId, lost, anchored }) => anchored && orgId === line.orgId && lost && covers(lost, line),
    );
  }

  isOnlyClaimed(line: SealLine): boolean {
    return this.known.some(({ orgId, lost }) => orgId === line.orgId && lost && covers(lost, line));
  }

  /** @param isAnchorKnown false without an anchor file */
  list(isAnchorKnown: boolean): DeclaredRestore[] {
    return this.known.map(({ orgId: _orgId, hash: _hash, ...restore }) => ({
      ...restore,
      anchored: isAnchorKnown ? restore.anchored : null,
    }));
  }
}

const isSame = (one: Loss, other: Loss): boolean =>
  one.from === other.from && one.to === other.to && one.until === other.until;

function fromRow({ orgId, seal, hash, txid, at, detail }: DeclaredRow): Known {
  const read = (detail === null ? {} : JSON.parse(detail)) as {
    reason?: string;
    lost?: Loss & { seals_before: number; rows_before: number };
  };
  const { lost } = read;
  return {
    org: showId('organization', orgId),
    orgId,
    hash,
    declared_at: at,
    generation: Number(BigInt(txid) / GENERATION),
    reason: read.reason ?? null,
    seal,
    lost: lost ? { from: lost.from, to: lost.to, until: lost.until } : null,
    seals_before: lost?.seals_before ?? 0,
    rows_before: lost?.rows_before ?? 0,
    anchored: false,
  };
}

const RESTORED = `select number, reason from generations where cause = 'restored'`;

/** Reasons of the declared restores, by generation. */
export async function restoredGenerations(reader: Reader): Promise<Map<number, string | null>> {
  const rows = (await reader.query(RESTORED)).rows as { number: number; reason: string | null }[];
  return new Map(rows.map(({ number, reason }) => [number, reason]));
}
