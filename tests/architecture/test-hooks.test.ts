import { expect, it } from 'vitest';
import { sourceFiles } from './source-files';

/** Hooks outside of a function run only for the first file of a process that imports them: later files share the module. */
const HOOK = /^(?:beforeAll|beforeEach|afterEach|afterAll)\(/m;

it('registers the hooks of shared modules in functions that each test file calls', () => {
  const shared = sourceFiles('tests').filter(({ name }) => !/\.test\.tsx?$/.test(name));
  expect(shared.length).toBeGreaterThan(80);
  expect(shared.filter(({ text }) => HOOK.test(text)).map(({ name }) => name)).toEqual([]);
});
