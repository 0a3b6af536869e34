import { expect, it } from 'vitest';
import { CHARSETS } from '../../../server/domain/lab-connections/rules';
import { charsetNamed } from '../../../server/hl7v2/charset';

it('every charset that can be set on a connection is known to the decoder', () => {
  expect(CHARSETS.filter((name) => charsetNamed(name) === null)).toEqual([]);
});
