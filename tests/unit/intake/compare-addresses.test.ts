import { describe, expect, it } from 'vitest';
import { compareAddresses } from '../../../server/domain/inbound-reports/compare-addresses';

const known = { lines: ['12 Mill Lane', 'Flat 2'], city: 'York', postal_code: 'YO1 7HH' };
const sent = (
  street: string | null,
  city: string | null,
  postal_code: string | null,
  other: string | null = null,
) => ({ street, other, city, state: null, postal_code, country: null });

describe('the address of a message', () => {
  it.each([
    ['same', sent('12 MILL LANE', 'york', 'YO17HH', 'Flat 2')],
    ['similar', sent('12 Mill Ln', 'York', null, 'Flat 2')],
    ['similar', sent('12 Mill Lane Road', 'York', null, 'Flat 2')],
    ['different', sent('12 Example Lane', 'York', 'YO1 7HH', 'Flat 2')],
    ['different', sent('12 Mill St', 'York', 'YO1 7HH', 'Flat 2')],
    ['partly_same', sent(null, 'York', null)],
    ['different', sent('12 Mill Lane', 'Leeds', 'LS1 1AA', 'Flat 2')],
    ['different', sent('14 Mill Lane', 'York', 'YO1 7HH', 'Flat 2')],
    ['not_sent', sent(null, null, null)],
  ])('is %s', (how, address) => {
    expect(compareAddresses([address], [known])).toBe(how);
  });

  it('is compared with the closest one of the record', () => {
    const old = { lines: ['1 Side St'], city: 'Leeds', postal_code: null };
    expect(compareAddresses([sent(null, 'York', null)], [old, known])).toBe('partly_same');
    expect(compareAddresses([], [known])).toBe('not_sent');
    expect(compareAddresses([sent('12 Mill Lane', 'York', null)], [])).toBe('not_sent');
  });
});
