import { introspectToken } from '../../domain/oauth/introspect-token';
import { redeemCode } from '../../domain/oauth/redeem-code';
import { refreshTokens } from '../../domain/oauth/refresh-tokens';
import { revokeToken } from '../../domain/oauth/revoke-token';
import { readScopeText } from '../../domain/oauth/scope-text';
import { OAuthError } from '../../errors/oauth-error';
import { sendJson } from './answers';
import type { ClientEndpoint } from './client-endpoint';
import { required, valueOf } from './form';

/** Endpoints for programs: token, revocation and introspection. */

export const TOKEN: ClientEndpoint = {
  action: 'issue_tokens',
  cors: true,
  async answer(client, form, res, info) {
    const type = required(form, 'grant_type');
    if (type === 'authorization_code') {
      const input = {
        code: required(form, 'code'),
        redirectUri: required(form, 'redirect_uri'),
        // A missing verifier counts as a failed attempt, which uses up the code.
        verifier: valueOf(form, 'code_verifier') ?? '',
      };
      return sendJson(res, 200, await redeemCode(client, input, info));
    }
    if (type !== 'refresh_token')
      throw new OAuthError('unsupported_grant_type', 'The grant type is not supported.');
    const asked = valueOf(form, 'scope');
    const scopes = asked === null ? null : readScopeText(asked);
    const refreshToken = required(form, 'refresh_token');
    if (asked !== null && !scopes)
      throw new OAuthError('invalid_scope', 'A scope is unknown.', 'scope_unknown');
    return sendJson(res, 200, await refreshTokens(client, { refreshToken, scopes }, info));
  },
};

export const REVOKE: ClientEndpoint = {
  action: 'revoke_token',
  async answer(client, form, res, info) {
    await revokeToken(client, required(form, 'token'), info);
    sendJson(res, 200, {});
  },
};

export const INTROSPECT: ClientEndpoint = {
  action: 'introspect_token',
  async answer(client, form, res, info) {
    if (client.kind !== 'confidential')
      throw new OAuthError('unauthorized_client', 'Only confidential clients may use this endpoint.');
    sendJson(res, 200, await introspectToken(client, required(form, 'token'), info));
  },
};
