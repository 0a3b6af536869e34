import { describe, expect, it } from 'vitest';
import { LOCK_IDS } from '../../server/db/locks';
import { sourceFiles } from './source-files';

/** Advisory locks share one space of numbers: only the registry may use them, so that no two uses collide unnoticed. */

const REGISTRY = 'server/db/locks.ts';
const NAMES_A_LOCK = /pg_(?:try_)?advisory_|hashtextextended|\b7_?240_?2\d\d\b/;

describe('advisory locks', () => {
  it('have unique numbers', () => {
    const ids = Object.values(LOCK_IDS);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('are named in the registry only', () => {
    const files = sourceFiles('server').filter(({ text }) => NAMES_A_LOCK.test(text));
    expect(files.map(({ name }) => name)).toEqual([REGISTRY]);
  });

  it.each(['select pg_advisory_xact_lock(1)', 'pg_try_advisory_lock($1)', 'const LOCK = 7_240_262;'])(
    'are detected in %s',
    (text) => {
      expect(text).toMatch(NAMES_A_LOCK);
    },
  );
});
