import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DEFENSES } from '../audits/sabotage/defenses';

/** The list of `npm run audit:sabotage`: the code that each entry removes occurs exactly once, and its tests exist. */

describe('list of defenses', () => {
  it('finds each defense exactly once in its file', () => {
    const wrong = DEFENSES.filter(({ file, find }) => fs.readFileSync(file, 'utf8').split(find).length !== 2);
    expect(wrong.map(({ name, file }) => `${name}: ${file}`)).toEqual([]);
  });

  it('names existing test files, and each defense once', () => {
    for (const { name, tests } of DEFENSES)
      for (const file of tests) expect(fs.existsSync(file), `${name}: ${file}`).toBe(true);
    expect(new Set(DEFENSES.map(({ name }) => name)).size).toBe(DEFENSES.length);
  });
});
