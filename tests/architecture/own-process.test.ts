import { expect, it } from 'vitest';
import { OWN_PROCESS } from '../support/own-process.mjs';
import { sourceFiles } from './source-files';

/** What other files of the same process would notice: a pool or a database that is gone, a clock that has moved. */
const NOTICED =
  /\b(?:closePool|takePostgres|setSystemTime|useFakeTimers|spyOn\(Date)\b|(?<!process\.)\benv\.DATABASE_URL\b/;

it('runs files that close the pool, change the database or move the clock in separate processes', () => {
  const files = sourceFiles('tests/integration').filter(({ name }) => name.endsWith('.test.ts'));
  const inOneProcess = files.filter(
    ({ name }) => /\/(domain|api|matrix)\//.test(name) && !OWN_PROCESS.includes(name),
  );
  expect(inOneProcess.length).toBeGreaterThan(80);
  expect(inOneProcess.filter(({ text }) => NOTICED.test(text)).map(({ name }) => name)).toEqual([]);
});
