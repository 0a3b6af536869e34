import { TypeID } from 'typeid-js';
import { describe, expect, it } from 'vitest';
import { newId, PREFIX, readId, showId, type Kind } from '../../server/shared/ids';

describe('public IDs', () => {
  it('are TypeIDs, and convert back to the same UUID', () => {
    const edges = ['00000000-0000-7000-8000-000000000000', 'ffffffff-ffff-7fff-bfff-ffffffffffff'];
    for (const uuid of [...edges, ...Array.from({ length: 100 }, newId)]) {
      for (const kind of Object.keys(PREFIX) as Kind[]) {
        expect(showId(kind, uuid)).toBe(TypeID.fromUUID(PREFIX[kind], uuid).toString());
        expect(readId(kind, showId(kind, uuid))).toBe(uuid);
      }
    }
  });
});
