import { initTRPC, TRPCError, type TRPC_ERROR_CODE_KEY } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-openapi';
import type { z } from 'zod';
import type { Scope } from '../shared/scopes';
import { recordDenial, rejectionOf, type AuditKind } from '../shared/audit';
import type { Context } from '../shared/context';
import { DomainError, isDomainError, type ErrorCode } from '../errors/domain-error';
import { toSnakeCase } from '../shared/field-names';
import { readId } from '../shared/ids';
import { findNamedObject } from '../domain/audit-log/objects';
import { objectsNamed } from './objects-named';
import { patientsNamed } from './patients-named';
import { asDomainError, errorFromThrown } from '../errors/from-thrown';
import { invalidInput, placed, READ_ONLY } from '../shared/validation';
import { traced } from '../tracing';

/**
 * The base of every procedure. Errors are translated and denials audited here, so procedures only call one operation and
 * need no try/catch.
 */

export interface Meta extends OpenApiMeta {
  /** One of these is required. The REST handler checks it before it reads the body, and the operation checks it again. */
  scope?: Scope | readonly Scope[];
  /** Status of success in `/v1`, if it is not 200. */
  success?: 201 | 204;
  /** Whether a POST needs no body. */
  body?: 'optional';
  /** Source of the ETag: record version or hash of the bytes. */
  etag?: 'version' | 'bytes';
  /** Error codes of the operation, in addition to those of its method and path (`server/http/openapi/error-responses.ts`). */
  errors?: readonly ErrorCode[];
  /** The portal uses another operation, with rules for people. */
  v1Only?: true;
  /**
   * For the portal only, and accepts an `Idempotency-Key`: the operation calls `perform()` once, and its `replay` omits
   * secrets.
   */
  repeatable?: true;
}

/** Whether an `Idempotency-Key` is accepted: as in `/v1`, or as declared. */
export const isRepeatable = (meta: Meta | undefined): boolean =>
  meta?.repeatable === true || meta?.openapi?.method === 'POST';

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    errorFormatter: ({ shape, error, ctx }) => {
      const domainError = domainErrorOf(error);
      return {
        message: domainError.message,
        code: shape.code,
        // Only members of the contract: no stack, driver path or unexpected text.
        data: {
          code: shape.data.code,
          httpStatus: domainError.status,
          problem: {
            code: domainError.code,
            detail: domainError.message,
            request_id: ctx?.requestId ?? null,
            ...domainError.extras,
          },
        },
      };
    },
  });

/** Errors of tRPC before a procedure is reached, in the wording of the contract. */
const OWN: Partial<Record<TRPC_ERROR_CODE_KEY, [ErrorCode, string]>> = {
  PARSE_ERROR: ['invalid_json', 'The input is not valid JSON.'],
  BAD_REQUEST: ['invalid_json', 'The input is not valid JSON.'],
  NOT_FOUND: ['not_found', 'The procedure does not exist.'],
  METHOD_NOT_SUPPORTED: ['method_not_allowed', 'The procedure does not support this method.'],
  PAYLOAD_TOO_LARGE: ['payload_too_large', 'The body is too large.'],
  UNSUPPORTED_MEDIA_TYPE: ['unsupported_media_type', 'The body must be sent as application/json.'],
};

function ownError(error: TRPCError): DomainError | null {
  const [code, message] = OWN[error.code] ?? [];
  return code && message && !isDomainError(error.cause) ? new DomainError(code, message) : null;
}

/** The error in the response. */
export const domainErrorOf = (error: TRPCError): DomainError => ownError(error) ?? asDomainError(error);

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

const TRPC_CODES: Record<number, TRPC_ERROR_CODE_KEY> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_SUPPORTED',
  409: 'CONFLICT',
  412: 'PRECONDITION_FAILED',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'UNPROCESSABLE_CONTENT',
  429: 'TOO_MANY_REQUESTS',
  503: 'SERVICE_UNAVAILABLE',
};

export function trpcError(error: DomainError): TRPCError {
  return new TRPCError({
    code: TRPC_CODES[error.status] ?? 'INTERNAL_SERVER_ERROR',
    message: error.message,
    cause: error,
  });
}

/** `patients.createPatient` → `create_patient`, the action in the audit. */
export const actionOf = (path: string): string => toSnakeCase(path.split('.').at(-1) ?? path);

export function kindOf(path: string, type: 'query' | 'mutation' | 'subscription'): AuditKind {
  const action = actionOf(path);
  return type === 'mutation' ? 'write' : /^(list|find|search)_/.test(action) ? 'list' : 'read';
}

const PATH_PARAMETER = /\{(\w+)\}/g;

function zodIssues(error: TRPCError): z.core.$ZodIssue[] | null {
  const cause = error.cause as { name?: string; issues?: z.core.$ZodIssue[] } | undefined;
  return error.code === 'BAD_REQUEST' && cause?.issues && /^\$?ZodError$/.test(cause.name ?? '')
    ? cause.issues
    : null;
}

/** Audits denials in a separate transaction. Always throws a domain error. */
const auditDenials = t.middleware(async ({ ctx, path, type, meta, next, getRawInput }) => {
  const result = await next();
  if (result.ok) return result;
  // The operation has succeeded. The contract has changed since the first response and no longer accepts it.
  const given = ctx.idempotency?.answer;
  if (given !== undefined) return { ok: true as const, marker: result.marker, data: given };
  const { openapi } = (meta ?? {}) as Meta;
  const issues = zodIssues(result.error);
  const inQuery = openapi?.method === 'GET' || openapi?.method === 'DELETE';
  const error = issues
    ? invalidInput(issues, {
        at: ctx.transport === 'v1' && inQuery ? 'query' : 'body',
        pathParameters: [...(openapi?.path ?? '').matchAll(PATH_PARAMETER)].map((match) => match[1] ?? ''),
        readOnly: READ_ONLY,
        value: await getRawInput(),
      })
    : placed(errorFromThrown(result.error, { request_id: ctx.requestId, procedure: path }), {
        inBody: ctx.transport === 'v1' && !inQuery,
      });
  const input = await getRawInput();
  const named = [
    ...patientsNamed(input),
    ...(error.extras.patient_ids ?? []).flatMap((id) => readId('patient', id) ?? []),
  ];
  const objects = objectsNamed(input);
  await recordDenial(ctx, actionOf(path), kindOf(path, type), error.code, rejectionOf(error), named, (tx) =>
    findNamedObject(tx, ctx.actor.orgId, objects),
  );
  throw trpcError(error);
});

const offered = t.middleware(({ ctx, meta, next }) => {
  if (meta?.v1Only && ctx.transport === 'portal')
    throw trpcError(new DomainError('not_found', 'The procedure does not exist.'));
  return next();
});

const traceProcedure = t.middleware(({ path, next }) =>
  traced(path, 'internal', async () => {
    const result = await next();
    // Thrown, so that the span shows it.
    if (!result.ok) throw result.error;
    return result;
  }),
);

export const procedure = t.procedure.use(traceProcedure).use(auditDenials).use(offered);

/** Returns the stored response of a POST unchanged, even if the contract has changed since. */
export const answersAgain = t.middleware(async ({ ctx, next }) => {
  const result = await next();
  if (result.ok && ctx.idempotency?.replayed) ctx.idempotency.answer = result.data;
  return result;
});
