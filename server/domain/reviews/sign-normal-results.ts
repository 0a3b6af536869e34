import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { forgetAbout } from '../drafts/access';
import { notFound, readId, showId } from '../../shared/ids';
import { closedCharts } from '../../shared/restricted-charts';
import { storedLines } from '../lab-results/access';
import { answeredBefore, lockReports, reviewedBy, WORK_INBOX, type ReportRow } from './access';
import type { SignedTogether, SignNormalResultsInput } from './contract';
import { whyNotPlain, type LeftOut, type PlainLine } from './rules';
import { writeReview } from './write-review';

/**
 * Signs plainly normal reports together. Each is checked again under its lock, because it may have changed since the
 * list was loaded; the response lists those left out, with the reason. A retry of the same request gets the first
 * response.
 * @throws DomainError `not_found` (none of them is visible)
 */
export function signNormalResults(ctx: Context, input: SignNormalResultsInput): Promise<SignedTogether> {
  return perform(ctx, { action: 'sign_normal_results', kind: 'write', ...WORK_INBOX }, async (tx) => {
    const asked = new Map(input.reports.map(({ id, version }) => [id, version]));
    const uuids = [...asked.keys()].flatMap((id) => readId('lab_result', id) ?? []);
    const rows = await lockReports(tx, ctx, uuids);
    const lines = await storedLines(
      tx,
      ctx,
      rows.map(({ id }) => id),
    );
    if (rows.length === 0) throw notFound();
    const output: SignedTogether = {
      object: 'signed_together',
      signed: [],
      left_out: [],
      not_found: asked.size - rows.length,
    };
    const closed = await closedCharts(
      tx,
      ctx,
      rows.map(({ patientId }) => patientId),
    );
    const before = await answeredBefore(tx, ctx, rows, input.idempotency_key);
    for (const row of rows) {
      const id = showId('lab_result', row.id);
      const isRetry = before.has(row.id);
      const reason = closed.has(row.patientId)
        ? whyClosed(isRetry)
        : isRetry
          ? null
          : whyNotNow(row, asked.get(id)!, lines.get(row.id) ?? []);
      if (reason === null) {
        if (!isRetry) await writeReview(tx, ctx, row, undefined, input.idempotency_key);
        output.signed.push({ id, patient_id: showId('patient', row.patientId), version: row.version });
      } else {
        const { reviewed } = reason === 'signed_already' ? await reviewedBy(tx, ctx, row) : {};
        output.left_out.push({ id, reason, reviewed: reviewed ?? null });
      }
    }
    await forgetAbout(
      tx,
      ctx,
      output.signed.map(({ id }) => readId('lab_result', id)!),
    );
    return {
      output,
      audit: {
        objectKind: 'lab_result',
        patientIds: rows.map(({ patientId }) => patientId).filter((id) => !closed.has(id)),
        detail: {
          signed: output.signed.map(({ id }) => id),
          left_out: output.left_out.map(({ id, reason }) => ({ id, reason })),
        },
      },
    };
  });
}

/** The chart of a report signed before may have been restricted since. */
const whyClosed = (isSigned: boolean): LeftOut => (isSigned ? 'signed_already' : 'restricted');

function whyNotNow(row: ReportRow, version: number, lines: readonly PlainLine[]): LeftOut | null {
  if (row.version !== version) return 'newer_version';
  return row.inboxRank === null ? 'signed_already' : whyNotPlain(row, lines);
}
