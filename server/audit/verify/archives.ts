import { showId } from '../../shared/ids';
import type { ArchiveLine } from '../anchor';
import type { Report } from './report';
import type { Reader } from './streams';

/**
 * Parts of the audit that were archived. One excuses missing rows only if both the database and the anchor file contain
 * it: someone with the database alone can write the first, but not the second.
 */

export interface ArchivedSeals {
  org: string;
  first_seal: number;
  last_seal: number;
  rows: number;
  file: string;
  /** Of the file, hex. */
  sha256: string;
  archived_at: string;
  /** Null without an anchor file. */
  anchored: boolean | null;
}

interface Known extends ArchivedSeals {
  orgId: string;
}

const ARCHIVES = `
  select org_id::text as "orgId", first_seal, last_seal, row_count as rows, file_name as file,
    encode(sha256, 'hex') as sha256, archived_at
  from audit_archives where org_id = any($1::uuid[]) order by org_id, first_seal`;

export class Archives {
  private constructor(private readonly known: Known[]) {}

  static async read(reader: Reader, orgIds: readonly string[]): Promise<Archives> {
    const { rows } = await reader.query(ARCHIVES, [orgIds]);
    return new Archives(
      (rows as (Omit<Known, 'org' | 'archived_at' | 'anchored'> & { archived_at: Date })[]).map((row) => ({
        ...row,
        org: showId('organization', row.orgId),
        archived_at: row.archived_at.toISOString(),
        anchored: false,
      })),
    );
  }

  /** Number of the last seal whose rows may be missing. */
  lastSeal(orgId: string): number {
    return Math.max(0, ...this.known.filter((one) => one.orgId === orgId).map(({ last_seal }) => last_seal));
  }

  /** Adds what the anchor file says. */
  anchor({ orgId, from, to, sha256 }: ArchiveLine): void {
    for (const one of this.known)
      if (one.orgId === orgId && one.first_seal === from && one.last_seal === to && one.sha256 === sha256)
        one.anchored = true;
  }

  reportUnanchored(report: Report): void {
    for (const { orgId, first_seal, last_seal, anchored } of this.known)
      if (!anchored)
        report.add(
          'archive_not_anchored',
          orgId,
          { seal: first_seal },
          `The rows of seals ${first_seal} to ${last_seal} are said to be archived, but the anchor file does not say so: they may have been deleted.`,
        );
  }

  /** @param isAnchorKnown false without an anchor file */
  list(isAnchorKnown: boolean): ArchivedSeals[] {
    return this.known.map(({ orgId: _orgId, ...archive }) => ({
      ...archive,
      anchored: isAnchorKnown ? archive.anchored : null,
    }));
  }
}
