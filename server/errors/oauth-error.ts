/**
 * Errors of OAuth (RFC 6749 and related), which have a separate response format. `reason` is for the audit, with
 * details that the response must not reveal.
 */
export type OAuthCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'unsupported_token_type'
  | 'request_not_supported'
  | 'request_uri_not_supported'
  | 'access_denied'
  | 'login_required'
  | 'consent_required';

export class OAuthError extends Error {
  // `instanceof` fails across the two module graphs of the process.
  readonly isOAuthError = true as const;
  override readonly name = 'OAuthError';
  /** Whether its audit row is written already. */
  recorded = false;

  constructor(
    readonly code: OAuthCode,
    message: string,
    /** Short, in snake case. */
    readonly reason: string = code,
  ) {
    super(message);
  }
}

export function isOAuthError(error: unknown): error is OAuthError {
  return typeof error === 'object' && error !== null && (error as OAuthError).isOAuthError === true;
}

/** Marks an error whose audit row is written. */
export const recorded = (error: OAuthError): OAuthError => Object.assign(error, { recorded: true });
