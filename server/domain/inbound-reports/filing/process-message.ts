import { and, eq } from 'drizzle-orm';
import { inboundMessages } from '../../../db/schema/index';
import { withTenant } from '../../../db/transaction';
import type { Context } from '../../../shared/context';
import type { MessageState, Warning } from '../../../data-types/inbound-message-codes';
import { Warnings } from '../../../hl7v2/warnings';
import { processDocuments } from '../../inbound-documents/process-documents';
import { processPatientUpdates } from '../../patient-updates/process-patient-updates';
import { processInboundReport, type ReportFate } from './process-inbound-report';
import { processOrderAnswer } from './process-order-answer';
import { readInbound, type InboundMessage } from './read-inbound';

/**
 * Processes an acknowledged message: parse, match, file. Each report has its own transaction; repeating a finished one
 * has no effect.
 * @param messageId `uuid`
 */
export async function processMessage(ctx: Context, messageId: string): Promise<MessageState> {
  const { orgId } = ctx.actor;
  const answered = await processOrderAnswer(ctx, messageId);
  if (answered) return answered;
  const documents = await processDocuments(ctx, messageId);
  if (documents) return documents;
  const message = await withTenant(orgId, (tx) => readInbound(tx, ctx, messageId));
  if (message.connection.kind === 'hospital_feed') return processPatientUpdates(ctx, messageId);
  const states: ReportFate[] = [];
  for (const position of message.normal.reports.keys())
    states.push(await processInboundReport(ctx, message, position));
  const state = message.row.isTest ? 'test' : stateOf(states);
  const warnings = allWarnings(message, states);
  await withTenant(orgId, (tx) =>
    tx
      .update(inboundMessages)
      .set({ state, warnings, failure: null, finishedAt: new Date() })
      .where(and(eq(inboundMessages.orgId, orgId), eq(inboundMessages.id, messageId))),
  );
  return state;
}

/** Keeps the warnings from reception in addition to those from parsing. */
function allWarnings({ row, normal }: InboundMessage, fates: readonly ReportFate[]): Warning[] {
  const all = new Warnings();
  for (const [at, fate] of fates.entries())
    if (fate === 'stale')
      all.add(
        'version_older',
        normal.reports[at]!.panels[0]?.place ?? null,
        'The report is older than the filed version and differs from it; it is kept but not shown.',
      );
  all.addAll(row.warnings);
  all.addAll(normal.warnings);
  return all.list;
}

/** The worst state of its reports. A report that was set aside needs no further action. */
export function stateOf(fates: readonly ReportFate[]): MessageState {
  if (fates.includes('conflict')) return 'conflict';
  if (fates.includes('unmatched')) return 'unmatched';
  return fates.includes('stale') ? 'stale' : 'processed';
}
