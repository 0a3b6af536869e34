import { showId } from '../../shared/ids';

/**
 * Findings of a verification with their places. Limited, so that a completely rewritten audit log does not exhaust
 * memory.
 */

export type FindingKind =
  | 'row_changed'
  | 'row_missing'
  | 'row_inserted'
  | 'row_out_of_order'
  | 'row_of_other_organization'
  | 'row_from_the_future'
  | 'seal_changed'
  | 'seal_missing'
  | 'chain_broken'
  | 'anchor_mismatch'
  | 'tail_cut'
  | 'archive_not_anchored';

export interface Finding {
  kind: FindingKind;
  /** `org_…` */
  org: string;
  /** Number of the seal. */
  seal: number | null;
  /** From 1, within the seal. */
  position: number | null;
  /** Transaction ID and ID of the row, if there is one. */
  txid: string | null;
  id: string | null;
  message: string;
}

export interface Place {
  seal?: number;
  position?: number;
  txid?: string | null;
  id?: string | null;
}

const MOST_KEPT = 1_000;

export class Report {
  readonly findings: Finding[] = [];
  readonly counts: Partial<Record<FindingKind, number>> = {};
  /** Limitations and information; not faults. */
  readonly notices: string[] = [];

  /** `orgId`: `uuid`. Returns the finding; null if it is only counted. */
  add(kind: FindingKind, orgId: string, place: Place, message: string): Finding | null {
    this.counts[kind] = (this.counts[kind] ?? 0) + 1;
    if (this.findings.length >= MOST_KEPT) return null;
    const { seal = null, position = null, txid = null, id = null } = place;
    const finding: Finding = { kind, org: showId('organization', orgId), seal, position, txid, id, message };
    this.findings.push(finding);
    return finding;
  }

  /** Reclassifies a finding when more is known. */
  rename(finding: Finding, kind: FindingKind, message: string): void {
    this.counts[finding.kind]!--;
    this.counts[kind] = (this.counts[kind] ?? 0) + 1;
    Object.assign(finding, { kind, message });
  }

  notice(sentence: string): void {
    if (this.notices.length < MOST_KEPT) this.notices.push(sentence);
  }
}
