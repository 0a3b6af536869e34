import { describe, expect, it } from 'vitest';
import {
  domainProblem,
  formTarget,
  redirectUriFits,
  redirectUriProblem,
} from '../../server/domain/oauth-apps/rules';

describe('redirect addresses', () => {
  it.each([
    ['https://client.example/callback', 'confidential'],
    ['https://client.example', 'confidential'],
    ['https://client.example:8443/a?b=c', 'confidential'],
    ['http://127.0.0.1/done', 'public'],
    ['http://127.0.0.1:3000/done', 'confidential'],
    ['http://[::1]/done', 'public'],
    ['com.example.app:/done', 'public'],
    ['com.example.app://done', 'public'],
  ] as const)('can be registered: %s', (uri, kind) => {
    expect(redirectUriProblem(uri, kind)).toBeNull();
    expect(redirectUriFits([uri], uri, kind)).toBe(true);
  });

  it.each([
    'http://client.example/callback',
    'http://localhost/callback',
    'http://127.0.0.1.evil.example/',
    'http://127.0.0.2/',
    'https://user@client.example/',
    'https://@client.example/',
    'https://client.example/#x',
    'https://*.client.example/',
    'https://CLIENT.example/',
    'https://client.example:443/',
    'https://client.example/a/../b',
    'https://client.example/%2e%2e/b',
    'https://client.example\\b',
    'https://client.example/a b',
    'https://clіent.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'myapp:/done',
    'com.example.app:done',
    'client.example/callback',
    '//client.example/callback',
    '',
    `https://client.example/${'a'.repeat(500)}`,
  ])('cannot be registered: %s', (uri) => {
    expect(redirectUriProblem(uri, 'public')).not.toBeNull();
    expect(redirectUriProblem(uri, 'confidential')).not.toBeNull();
  });

  it.each([
    ['https://client.example/#x', 'cannot contain a fragment (#)'],
    ['https://*.client.example/', 'cannot contain a wildcard (*)'],
    ['https://client.example/"', 'cannot contain “"”'],
    ['https://clіent.example/', 'must contain only ASCII characters, without spaces'],
    ['myapp:/done', 'must start with https://'],
  ])('name the part at fault: %s', (uri, problem) => {
    expect(redirectUriProblem(uri, 'public')).toBe(problem);
  });

  it('leave the port free on loopback for public clients only', () => {
    const loopback = ['http://127.0.0.1/done'];
    expect(redirectUriFits(loopback, 'http://127.0.0.1:1/done', 'public')).toBe(true);
    expect(redirectUriFits(loopback, 'http://127.0.0.1:65535/done', 'public')).toBe(true);
    expect(redirectUriFits(['http://[::1]/done'], 'http://[::1]:4000/done', 'public')).toBe(true);
    for (const uri of ['65536/done', '0/done', '01/done', '1/other', '1@evil.example/done'])
      expect(redirectUriFits(loopback, `http://127.0.0.1:${uri}`, 'public'), uri).toBe(false);
    expect(redirectUriFits(loopback, 'http://127.0.0.1:1/done', 'confidential')).toBe(false);
    for (const uri of ['http://client.example', 'https://client.example'])
      expect(redirectUriFits([`${uri}/done`], `${uri}:444/done`, 'public'), uri).toBe(false);
  });

  it('determine the form-action sources', () => {
    expect(formTarget('https://client.example/callback')).toBe('https://client.example');
    expect(formTarget('http://127.0.0.1:5000/done')).toBe('http://127.0.0.1:5000');
    expect(formTarget('com.example.app:/done')).toBe('com.example.app:');
  });
});

describe('publisher host names', () => {
  it.each(['example.org', 'app.example.org', 'a-b.example.org', '1password.com', 'xn--bcher-kva.example'])(
    'can be verified: %s',
    (host) => expect(domainProblem(host)).toBeNull(),
  );

  it.each([
    '',
    'localhost',
    'Example.org',
    'example.org.',
    '.example.org',
    'example..org',
    '-a.example.org',
    'a_b.example.org',
    'exämple.org',
    'example.org:443',
    'https://example.org',
    'example.org/x',
    'u@example.org',
    '127.0.0.1',
    '[::1]',
    '::1',
    '0x7f.1',
    '2130706433',
    'example.org ',
    'ex ample.org',
    'example.org#x',
    `${'a'.repeat(64)}.org`,
    `${'a.'.repeat(127)}org`,
    'example.0x7f',
    '*.example.org',
  ])('cannot be verified: %s', (host) => expect(domainProblem(host)).not.toBeNull());
});
