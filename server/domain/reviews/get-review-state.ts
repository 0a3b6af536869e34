import { and, asc, eq } from 'drizzle-orm';
import { reviewEntries } from '../../db/schema/index';
import type { Review } from '../../data-types/lab-result';
import { perform } from '../../shared/perform';
import { namesOfPeople } from '../../shared/actor-names';
import { actorName, type Context } from '../../shared/context';
import { begunAbout } from '../drafts/access';
import { showId, showIdOrNull } from '../../shared/ids';
import { messageOfReport } from '../inbound-reports/access';
import { findResult } from '../lab-results/access';
import type { ReviewState } from './contract';
import { groupOfRank, mayOnlyBeSeen, needsNote } from './rules';

/** Assignee, review history and requirements for signing a report. @throws DomainError `not_found` */
export function getReviewState(ctx: Context, input: { id: string }): Promise<ReviewState> {
  return perform(ctx, { action: 'get_review_state', kind: 'read', scope: 'labs:read' }, async (tx) => {
    const row = await findResult(tx, ctx, input.id);
    const entries = await tx
      .select()
      .from(reviewEntries)
      .where(and(eq(reviewEntries.orgId, ctx.actor.orgId), eq(reviewEntries.resultId, row.id)))
      .orderBy(asc(reviewEntries.id));
    const begun = await begunAbout(tx, ctx, row.id);
    const reviewer = showIdOrNull('user', row.reviewerId);
    const recorded = entries.map(({ act, by, at, version, toId, note }) => ({
      act,
      by,
      at: at.toISOString(),
      version,
      to: showIdOrNull('user', toId),
      note,
    }));
    const history = [...broughtSignatures(row.reviews, recorded), ...recorded].toSorted((a, b) =>
      a.at < b.at ? -1 : a.at > b.at ? 1 : 0,
    );
    const people = history.flatMap(({ by, to }) => [by, to]);
    const names = await namesOfPeople(tx, ctx, [reviewer, ...people]);
    const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? null));
    const own = row.reviews.filter(({ by }) => by === actorName(ctx.actor));
    const signed = row.reviews.map(({ version }) => version);
    const output: ReviewState = {
      id: showId('lab_result', row.id),
      object: 'review_state',
      patient_id: showId('patient', row.patientId),
      version: row.version,
      group: row.inboxRank === null ? null : groupOfRank(row.inboxRank),
      reviewer: reviewer && nameOf(reviewer) ? { id: reviewer, name: nameOf(reviewer)! } : null,
      seen: row.seen?.version === row.version,
      needs_note: needsNote(row),
      only_seen: mayOnlyBeSeen(row.status),
      signed_version: signed.length > 0 ? Math.max(...signed) : null,
      own_signature: own.length > 0 ? Math.max(...own.map(({ version }) => version)) : null,
      critical_since: row.criticalSince?.toISOString() ?? null,
      critical_told_at: row.criticalEscalatedAt?.toISOString() ?? null,
      entries: history.map(({ to, ...entry }) => ({
        ...entry,
        by_name: nameOf(entry.by),
        to_name: nameOf(to),
      })),
      begun,
      ...(await messageOfReport(tx, ctx, row.id)),
    };
    return {
      output,
      audit: { objectKind: 'lab_result', objectId: row.id, patientIds: [row.patientId] },
    };
  });
}

/** Sign-offs that came with the report and have no entry, such as those of an import. */
const broughtSignatures = (
  reviews: readonly Review[],
  entries: readonly { act: string; by: string; version: number }[],
) =>
  reviews
    .filter(
      ({ by, version }) =>
        !entries.some((entry) => entry.act === 'signed' && entry.by === by && entry.version === version),
    )
    .map(({ by, at, version, comment }) => ({
      act: 'signed' as const,
      by,
      at,
      version,
      to: null,
      note: comment,
    }));
