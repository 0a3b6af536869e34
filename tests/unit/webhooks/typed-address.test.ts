import { describe, expect, it } from 'vitest';
import { checkTypedUrl, type TypedRules } from '../../../server/data-types/webhook-url';
import { checkUrl, typedRules } from '../../../server/outbound/outbound-guard';
import { policy } from './policy';
import { ALLOWED_TARGETS, FORBIDDEN_TARGETS } from './targets';

const { allowHttp, allowPorts, ownOrigins } = policy();
const rules: TypedRules = { allowHttp, allowPorts, ownOrigins, hasExceptions: false };
const said = (text: string, changes: Partial<TypedRules> = {}) =>
  checkTypedUrl(text, { ...rules, ...changes })?.message ?? null;

describe('webhook address while typing', () => {
  it.each([
    ['https:/', 'Enter an https URL.'],
    ['http://example.org/', 'The URL must start with https://.'],
    ['ftp://example.org/', 'The URL must start with https://.'],
    ['https://me:secret@example.org/', 'The URL cannot contain a user name or password.'],
    ['https://example.org/#x', 'The URL cannot contain a fragment (#).'],
    ['https://localhost/', 'The host name cannot be this machine or an internal network.'],
    ['https://clinic.example.com/hook', 'The URL cannot lead to this service.'],
    ['https://example.org:22/', 'The URL must use port 443 or 8443.'],
    ...['10.0.0.1', '127.1', '2130706433', '172.31.0.1', '192.168.0.1', '169.254.169.254', '100.127.0.1'].map(
      (host) => [`https://${host}/`, 'The URL cannot lead to a private, local or reserved address.'],
    ),
    ...['[::1]', '[fd00::1]', '[fe80::1]', '[::]'].map((host) => [
      `https://${host}/`,
      'The URL cannot lead to a private, local or reserved address.',
    ]),
  ])('%s %s', (text, message) => {
    expect(said(text)).toBe(message);
  });

  it('names both schemes where http is allowed', () => {
    expect(said('http:/', { allowHttp: true })).toBe('Enter an http or https URL.');
    expect(said('ftp://example.org/', { allowHttp: true })).toBe(
      'The URL must start with http:// or https://.',
    );
    expect(said('http://example.org/', { allowHttp: true })).toBe(
      'Start the URL with https://, or add port 443 or 8443.',
    );
  });

  it('shows no error for addresses that the server accepts', () => {
    for (const url of ALLOWED_TARGETS) expect(said(url), url).toBeNull();
    for (let first = 0; first < 256; first++)
      for (const second of [0, 15, 16, 31, 32, 63, 64, 127, 128, 168, 169, 254]) {
        const url = `https://${first}.${second}.1.1/`;
        if (!('problem' in checkUrl(url, policy()))) expect(said(url), url).toBeNull();
      }
  });

  it('shows most errors of the server at once', () => {
    const all = Object.values(FORBIDDEN_TARGETS).flat();
    expect(all.filter((url) => said(url) !== null).length / all.length).toBeGreaterThan(0.75);
  });

  it('is checked by the server where the operator allows private networks', () => {
    const open = { hasExceptions: true };
    expect(said('https://10.0.0.1:8443/', open)).toBeNull();
    expect(said('https://10.0.0.1:9000/', open)).toBe('The URL must use port 443 or 8443.');
    expect(said('https://me@10.0.0.1/', open)).toContain('user name');
  });

  it('is checked by the process settings', () => {
    expect(typedRules()).toMatchObject({ allowHttp: false, allowPorts: [443, 8443], hasExceptions: false });
  });
});
