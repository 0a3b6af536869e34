/**
 * Refusals in the words of OAuth (RFC 6749 and its relatives), which have their own form of answer. `reason` is for the
 * audit: it tells what the answer may not tell.
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
  /** Its audit row is written: whoever throws it after that says so. */
  recorded = false;

  constructor(
    readonly code: OAuthCode,
    message: string,
    /** One word or two, in snake case. */
    readonly reason: string = code,
  ) {
    super(message);
  }
}

export function isOAuthError(error: unknown): error is OAuthError {
  return typeof error === 'object' && error !== null && (error as OAuthError).isOAuthError === true;
}

/** The same, after its audit row. */
export const recorded = (error: OAuthError): OAuthError => Object.assign(error, { recorded: true });
