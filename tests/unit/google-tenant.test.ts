import { expect, it } from 'vitest';
import { domainOf } from '../../server/auth/single-sign-on/email-domain';
import { assertOwnTenant } from '../../server/domain/single-sign-on/claims';

const OWN = ['hospital.example'];

it('accepts accounts of Google in a verified domain of the organization only', () => {
  const accepts = (change: object) => () =>
    assertOwnTenant({ sub: 'x', iat: 0, iss: 'https://accounts.google.com', ...change }, OWN);
  expect(accepts({ hd: 'hospital.example' })).not.toThrow();
  expect(accepts({ iss: 'https://login.example.org' })).not.toThrow();
  expect(accepts({ hd: 'other.example' })).toThrow('not_member');
  // A personal account with an address of the hospital has no `hd`.
  expect(accepts({ email: 'ann@hospital.example', email_verified: true })).toThrow('not_member');
  expect(accepts({ hd: ['hospital.example'] })).toThrow('not_member');
});

it('reads domains in one form', () => {
  expect(domainOf(' Hospital.EXAMPLE ')).toBe('hospital.example');
  expect(domainOf('klinik-köln.example')).toBe('xn--klinik-kln-lcb.example');
  for (const wrong of [
    '',
    'localhost',
    'a..example',
    '-a.example',
    'a.example/x',
    'a@b.example',
    '127.0.0.1',
    'x.',
  ])
    expect(domainOf(wrong), wrong).toBeNull();
});
