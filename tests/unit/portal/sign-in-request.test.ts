import { describe, expect, it } from 'vitest';
import { decideSignInRequest, readSignInForm } from '../../../server/auth/sign-in-request';
import { isDomainError } from '../../../server/errors/domain-error';

/** Requests to next-auth: only the paths, forms and URLs that pages use, and nothing that makes it fail. */

const request = (method: string, path: string, body?: string, type = 'application/x-www-form-urlencoded') =>
  new Request(`http://localhost:3000/api/auth/${path}`, {
    method,
    ...(body === undefined ? {} : { body, headers: { 'Content-Type': type } }),
  });

const statusOf = (method: string, path: string, cookie?: string) => {
  try {
    decideSignInRequest(request(method, path), cookie);
    return 'let in';
  } catch (error) {
    return isDomainError(error) ? error.code : error;
  }
};
const read = (body: string, type?: string) =>
  readSignInForm(request('POST', 'callback/credentials', body, type)).catch(
    (error: unknown) => isDomainError(error) && error.code,
  );

describe('sign-in request', () => {
  it.each([
    ['GET', 'csrf'],
    ['GET', 'signin?csrf=true'],
    ['GET', 'error?error=CredentialsSignin'],
    ['GET', 'signout'],
    ['POST', 'signout'],
    ['POST', 'callback/credentials'],
    ['GET', 'signin?callbackUrl=%2Fpatients'],
    ['GET', 'signin?callbackUrl=http%3A%2F%2Flocalhost%3A3000%2F'],
  ])('%s %s is accepted', (method, path) => expect(statusOf(method!, path!)).toBe('let in'));

  it.each([
    ['POST', '_log', 'not_found'],
    ['POST', 'callback/x', 'not_found'],
    ['GET', 'constructor', 'not_found'],
    ['GET', '__proto__', 'not_found'],
    ['GET', 'csrf/', 'not_found'],
    ['GET', 'callback/credentials', 'method_not_allowed'],
    ['POST', 'csrf', 'method_not_allowed'],
    ['POST', 'session', 'method_not_allowed'],
    ['GET', 'error?error=%EF%AC%81', 'invalid_request'],
    ['GET', 'error?error=a%0d%0ab', 'invalid_request'],
    ['GET', 'signin?callbackUrl=%3Aa', 'invalid_request'],
    ['GET', 'signin?callbackUrl=javascript%3Aalert(1)', 'invalid_request'],
    ['GET', 'csrf?callbackUrl=%2F&callbackUrl=..', 'invalid_request'],
  ])('%s %s is %s', (method, path, code) => expect(statusOf(method, path)).toBe(code));

  it('is rejected with an unreadable stored address', () => {
    expect(statusOf('GET', 'csrf', 'http://localhost:3000/')).toBe('let in');
    expect(statusOf('GET', 'csrf', ':::')).toBe('invalid_request');
  });

  it('is read from forms only', async () => {
    expect(await read('csrfToken=a&email=b%40c&callbackUrl=%2F')).toBe(
      'csrfToken=a&email=b%40c&callbackUrl=%2F',
    );
    expect(await read('callbackUrl=..%5C..')).toBe('invalid_request');
    expect(await read('callbackUrl=//[')).toBe('invalid_request');
    expect(await read('{"a":', 'application/json')).toBe('unsupported_media_type');
    expect(await read('a=1', 'text/plain')).toBe('unsupported_media_type');
    expect(await read(`a=${'b'.repeat(20_000)}`)).toBe('payload_too_large');
  });
});
