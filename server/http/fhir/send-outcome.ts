import type { ServerResponse } from 'node:http';
import { env } from '../../env';
import type { DomainError } from '../../errors/domain-error';
import { fhirJson } from '../../domain/fhir/json';
import { headersOf } from '../send-problem';
import { MEDIA_TYPE } from './base';

/** Errors as OperationOutcome, with the codes and sentences of `/v1`. */

/** Issue types by status (https://hl7.org/fhir/R4/valueset-issue-type.html). */
const ISSUE_TYPES: Readonly<Record<number, string>> = {
  400: 'invalid',
  401: 'login',
  403: 'forbidden',
  404: 'not-found',
  405: 'not-supported',
  406: 'not-supported',
  408: 'timeout',
  409: 'conflict',
  413: 'too-long',
  414: 'too-long',
  415: 'not-supported',
  429: 'throttled',
  500: 'exception',
  503: 'transient',
};

function outcomeOf(error: DomainError, requestId: string): Record<string, unknown> {
  const sentences = (error.extras.errors ?? []).map(({ message }) => message);
  const code =
    error.code === 'unknown_parameter' ? 'not-supported' : (ISSUE_TYPES[error.status] ?? 'processing');
  return {
    resourceType: 'OperationOutcome',
    issue: (sentences.length > 0 ? sentences : [error.message]).map((text) => ({
      severity: error.status >= 500 ? 'fatal' : 'error',
      code,
      details: { coding: [{ system: `${env.PUBLIC_URL}/docs/errors`, code: error.code }], text },
      diagnostics: `Request ${requestId}`,
    })),
  };
}

/** @param extra headers for this error only */
export function sendOutcome(
  res: ServerResponse,
  error: DomainError,
  requestId: string,
  extra: Record<string, string> = {},
): void {
  if (res.headersSent) return void res.destroy();
  const body = fhirJson(outcomeOf(error, requestId));
  res.writeHead(error.status, {
    'Content-Type': MEDIA_TYPE,
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    'X-Request-Id': requestId,
    ...headersOf(error),
    ...extra,
  });
  res.end(body);
}
