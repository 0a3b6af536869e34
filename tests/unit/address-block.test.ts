import { describe, expect, it } from 'vitest';
import { addressBlock } from '../../server/address-block';

describe('address block', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:12:34::1', '2001:db8:12:34::/64'],
    ['2001:0DB8:12:34:ffff:ffff:ffff:ffff', '2001:db8:12:34::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['unknown', 'unknown'],
    ['', ''],
  ])('%s → %s', (ip, block) => {
    expect(addressBlock(ip)).toBe(block);
  });

  it('separates networks of two subscribers', () => {
    expect(addressBlock('2001:db8:12:34::1')).not.toBe(addressBlock('2001:db8:12:35::1'));
  });
});
