import { and, desc, eq, lt } from 'drizzle-orm';
import type { SignOnError } from '../../auth/single-sign-on/sign-on-error';
import { signOnFailures } from '../../db/schema/index';
import { withTenant } from '../../db/transaction';
import { newId } from '../../shared/ids';

/** Anyone can cause failures, so an organization keeps the newest only. */
export const MOST_FAILURES = 100;
const KEPT_MS = 30 * 86_400_000;

export function recordFailure(
  orgId: string,
  { reason, detail, error, errorDescription }: SignOnError,
  { ip, requestId }: { ip: string; requestId: string },
): Promise<void> {
  return withTenant(orgId, async (tx) => {
    await tx.insert(signOnFailures).values({
      orgId,
      id: newId(),
      reason,
      detail,
      error,
      errorDescription,
      ip,
      requestId,
      expiresAt: new Date(Date.now() + KEPT_MS),
    });
    const [oldest] = await tx
      .select({ id: signOnFailures.id })
      .from(signOnFailures)
      .where(eq(signOnFailures.orgId, orgId))
      .orderBy(desc(signOnFailures.id))
      .offset(MOST_FAILURES - 1)
      .limit(1);
    if (oldest)
      await tx
        .delete(signOnFailures)
        .where(and(eq(signOnFailures.orgId, orgId), lt(signOnFailures.id, oldest.id)));
  });
}
