import { and, eq } from 'drizzle-orm';
import { queryNamed } from '../../db/prepared';
import { storageClaims } from '../../db/schema/index';
import { asWorker, withTenant } from '../../db/transaction';

/** Claims of files whose row may not be committed yet, in the database, so that any process can check old ones. */

export interface Claim {
  orgId: string;
  /** UUID */
  fileId: string;
}

/** Committed when this resolves: a file always has a claim or a row. */
export async function claimFile({ orgId, fileId }: Claim): Promise<void> {
  await withTenant(orgId, async (tx) => {
    await tx.insert(storageClaims).values({ orgId, fileId, claimedAt: new Date() }).onConflictDoNothing();
  });
}

const only = ({ orgId, fileId }: Claim) =>
  and(eq(storageClaims.orgId, orgId), eq(storageClaims.fileId, fileId));

export async function releaseFile(claim: Claim): Promise<void> {
  await withTenant(claim.orgId, async (tx) => {
    await tx.delete(storageClaims).where(only(claim));
  });
}

export const isClaimed = (claim: Claim): Promise<boolean> =>
  withTenant(claim.orgId, async (tx) => {
    const found = await tx.select({ fileId: storageClaims.fileId }).from(storageClaims).where(only(claim));
    return found.length > 0;
  });

const OLD = {
  name: 'list_old_storage_claims',
  text: `select org_id as "orgId", file_id as "fileId" from storage_claims where claimed_at < $1
    order by claimed_at limit $2`,
};

export const listOldClaims = (before: Date, most: number): Promise<Claim[]> =>
  asWorker((tx) => queryNamed<Claim>(tx, OLD, [before, most]));
