// Loaded by vitest before each test file. Compares byte arrays as memory, because `toEqual` compares elements and takes
// half a minute for a megabyte.
import { expect } from 'vitest';

expect.addEqualityTesters([
  (a, b) =>
    a instanceof Uint8Array && b instanceof Uint8Array && a.constructor === b.constructor
      ? Buffer.compare(a, b) === 0
      : undefined,
]);
