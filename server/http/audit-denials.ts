import { errorFromThrown } from '../errors/from-thrown';
import { recordDenial, recordSecurityEvent, rejectionOf, type AuditKind } from '../shared/audit';
import type { Context, Transport } from '../shared/context';
import type { DomainError } from '../errors/domain-error';
import { isClientGone } from './files/client-gone';
import type { RequestInfo } from './request-info';

/** Audits the requests that the handlers reject. The listener logs unexpected errors and sends the problem document. */

/** Requests without an organization are counted instead of audited one by one. */
export async function unknownCaller(
  info: RequestInfo,
  transport: Transport,
  error: DomainError,
): Promise<DomainError> {
  await recordSecurityEvent({ ip: info.ip, code: error.code, transport, requestId: info.requestId });
  return error;
}

/** @throws the error of `work`, after its audit row. A closed connection is not audited. */
export async function auditingDenials<T>(
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
    // Logged before the audit, which may fail too.
    const domainError = errorFromThrown(error, { request_id: ctx.requestId, action });
    await recordDenial(ctx, action, kind, domainError.code, rejectionOf(domainError), patientIds);
    throw domainError;
  }
}
