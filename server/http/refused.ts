import { refusalOf } from '../errors/refusal-of';
import { recordRefusal, recordSecurityEvent, type AuditKind } from '../shared/audit';
import type { Context, Door } from '../shared/context';
import type { DomainError } from '../errors/domain-error';
import { isClientGone } from './files/client-gone';
import type { RequestInfo } from './request-info';

/** How doors record what they refuse. They throw; the listener logs the faults among it and sends the problem. */

/** Refusals without an organization are counted, not written one by one. */
export async function unknownCaller(info: RequestInfo, door: Door, error: DomainError): Promise<DomainError> {
  await recordSecurityEvent({ ip: info.ip, code: error.code, door, requestId: info.requestId });
  return error;
}

/** @throws whatever `work` throws, after its audit row; of a sender who left there is nothing to record */
export async function recordingRefusals<T>(
  ctx: Context,
  action: string,
  kind: AuditKind,
  work: () => Promise<T>,
  patientIds: string[] = [],
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isClientGone(error)) throw error;
    // Before the audit: when that fails as well, the first cause has been told.
    const refusal = refusalOf(error, { request_id: ctx.requestId, action });
    await recordRefusal(ctx, action, kind, refusal.code, undefined, patientIds);
    throw refusal;
  }
}
