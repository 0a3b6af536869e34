import { expect, it } from 'vitest';
import { CHARSETS } from '../../../server/domain/lab-connections/rules';
import { charsetNamed } from '../../../server/hl7v2/charset';

it('decoder supports every charset that a connection can have', () => {
  expect(CHARSETS.filter((name) => charsetNamed(name) === null)).toEqual([]);
});
