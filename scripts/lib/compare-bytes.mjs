// Loaded by vitest before each test file. Byte arrays are compared as memory: element by element, as `toEqual`
// does it, a megabyte takes half a minute.
import { expect } from 'vitest';

expect.addEqualityTesters([
  (a, b) =>
    a instanceof Uint8Array && b instanceof Uint8Array && a.constructor === b.constructor
      ? Buffer.compare(a, b) === 0
      : undefined,
]);
