import { showId } from '../../domain/shared/ids';

/** What a verification found, each with its place; bounded, so that a wholly rewritten audit does not fill the memory. */

export type FindingKind =
  | 'row_changed'
  | 'row_missing'
  | 'row_inserted'
  | 'row_out_of_order'
  | 'row_of_other_organisation'
  | 'row_from_the_future'
  | 'seal_changed'
  | 'seal_missing'
  | 'chain_broken'
  | 'anchor_mismatch'
  | 'tail_cut';

export interface Finding {
  kind: FindingKind;
  /** `org_…` */
  org: string;
  /** Number of the seal that holds the place. */
  seal: number | null;
  /** From 1, within the seal. */
  position: number | null;
  /** Transaction id and id of the row, where there is one. */
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
  /** What cannot be known, and what is worth knowing; none of it is a fault. */
  readonly notices: string[] = [];

  /** @param orgId `uuid` @returns the finding, null when it is only counted */
  add(kind: FindingKind, orgId: string, place: Place, message: string): Finding | null {
    this.counts[kind] = (this.counts[kind] ?? 0) + 1;
    if (this.findings.length >= MOST_KEPT) return null;
    const { seal = null, position = null, txid = null, id = null } = place;
    const finding: Finding = { kind, org: showId('organisation', orgId), seal, position, txid, id, message };
    this.findings.push(finding);
    return finding;
  }

  /** The same place, but more is known about it. */
  rename(finding: Finding, kind: FindingKind, message: string): void {
    this.counts[finding.kind]!--;
    this.counts[kind] = (this.counts[kind] ?? 0) + 1;
    Object.assign(finding, { kind, message });
  }

  notice(sentence: string): void {
    if (this.notices.length < MOST_KEPT) this.notices.push(sentence);
  }
}
