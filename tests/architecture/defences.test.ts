import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DEFENCES } from '../audits/sabotage/defences';

/** The list of `npm run audit:sabotage`: every entry names a place that exists once, and tests that exist. */

describe('the list of defences', () => {
  it('finds each defence exactly once in its file', () => {
    const wrong = DEFENCES.filter(({ file, find }) => fs.readFileSync(file, 'utf8').split(find).length !== 2);
    expect(wrong.map(({ name, file }) => `${name}: ${file}`)).toEqual([]);
  });

  it('names test files that exist, and no defence twice', () => {
    for (const { name, tests } of DEFENCES)
      for (const file of tests) expect(fs.existsSync(file), `${name}: ${file}`).toBe(true);
    expect(new Set(DEFENCES.map(({ name }) => name)).size).toBe(DEFENCES.length);
  });
});
