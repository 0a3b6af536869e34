import { describe, expect, it } from 'vitest';
import { isListed, letsMoreIn, readNetwork } from '../../server/auth/address-list';

const read = (text: string) => {
  const one = readNetwork(text);
  return 'network' in one ? one.network : one.problem;
};

describe('networks of an API key', () => {
  it.each([
    ['192.0.2.0/24', '192.0.2.0/24'],
    ['192.0.2.7', '192.0.2.7/32'],
    [' 127.0.0.0/8 ', '127.0.0.0/8'],
    ['10.0.0.0/9', '10.0.0.0/9'],
    ['2001:DB8::/32', '2001:db8::/32'],
    ['2001:db8:0:0:0:0:0:1', '2001:db8::1/128'],
    ['::1', '::1/128'],
    ['::ffff:192.0.2.7', '192.0.2.7/32'],
    ['::ffff:192.0.2.0/120', '192.0.2.0/24'],
  ])('store %s as %s', (text, network) => expect(read(text)).toBe(network));

  it.each([
    '',
    ' ',
    '/',
    '/24',
    '*',
    'localhost',
    'example.org',
    '192.0.2',
    '192.0.2.0/',
    '192.0.2.0//24',
    '192.0.2.0/33',
    '192.0.2.0/-1',
    '192.0.2.0/024',
    '192.0.2.0/ 24',
    '192.0.2.0/24/24',
    '192.0.2.0/0x18',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '127.1',
    '2130706433',
    '192.0.2.256',
    '192.0.2.0-192.0.2.9',
    'fe80::1%eth0',
    '2001:db8::/129',
    '2001:db8:::1',
    '[::1]',
    '::ffff:0:0/90',
    '１９２.0.2.1',
    '192.0.2.7/24',
    '2001:db8::1/32',
    '192.0.2.0/255.255.255.0',
    '0.0.0.0/0',
    '::/0',
    '::ffff:0:0/96',
  ])('reject %s', (text) => expect(readNetwork(text)).toHaveProperty('problem'));

  it('suggest the network for an address with host bits', () => {
    expect(read('192.0.2.7/24')).toBe('must be written as 192.0.2.0/24, or as one address');
  });

  it('match addresses inside to the bit, also mapped into IPv6', () => {
    const list = ['127.0.0.0/8', '192.0.2.128/25', '198.51.100.7/32', '2001:db8::/33'];
    for (const ip of [
      '127.0.0.1',
      '127.255.255.255',
      '::ffff:127.0.0.1',
      '192.0.2.128',
      '198.51.100.7',
      '2001:db8:7fff::1',
    ])
      expect(isListed(ip, list), ip).toBe(true);
    for (const ip of [
      '126.255.255.255',
      '128.0.0.0',
      '192.0.2.127',
      '198.51.100.6',
      '2001:db8:8000::',
      '::1',
      '::',
      '',
      'unknown',
    ])
      expect(isListed(ip, list), ip).toBe(false);
  });

  it('match nothing when they cannot be read', () => {
    for (const broken of ['', 'x', '127.0.0.1', '127.0.0.0/99'])
      expect(isListed('127.0.0.1', [broken]), broken).toBe(false);
    expect(isListed('127.0.0.1', [])).toBe(false);
  });
});

describe('wider address list', () => {
  const [one, half, whole] = ['192.0.2.7/32', '192.0.2.0/25', '192.0.2.0/24'];
  it.each([
    ['everywhere, after some', [], [one]],
    ['a wider network', [whole], [half]],
    ['one more', [one, '198.51.100.1/32'], [one]],
    ['another', ['192.0.2.8/32'], [one]],
    ['the same bits of the other family', ['2001:db8::/32'], ['32.1.13.184/32']],
    ['the address before, as a network', [half], [one]],
  ])('is detected: %s', (_name, after, before) => expect(letsMoreIn(after, before)).toBe(true));

  it.each([
    ['some, after everywhere', [one], []],
    ['everywhere, as before', [], []],
    ['the same in another order', [half, '2001:db8::/32'], ['2001:db8::/32', half]],
    ['fewer', [half], [half, '2001:db8::/32']],
    ['a part of one', [one, half], [whole]],
    ['an address of a network of IPv6', ['2001:db8::1/128'], ['2001:db8::/32']],
  ])('is not detected: %s', (_name, after, before) => expect(letsMoreIn(after, before)).toBe(false));
});
