import { expect, it } from 'vitest';
import { OWN_PROCESS } from '../support/own-process.mjs';
import { sourceFiles } from './source-files';

/**
 * Changes that affect other files of the same process: a closed pool, a replaced database, a moved clock, and support code
 * that does so for the whole file.
 */
const NOTICED =
  /\b(?:closePool|takePostgres|openAuditDatabase|setSystemTime|useFakeTimers|spyOn\(Date)\b|(?<!process\.)\benv\.DATABASE_URL\b|support\/webhook-worker'/;

it('runs files that close the pool, change the database or move the clock in separate processes', () => {
  const files = sourceFiles('tests/integration').filter(({ name }) => name.endsWith('.test.ts'));
  const inOneProcess = files.filter(
    ({ name }) => /\/(domain|api|matrix)\//.test(name) && !OWN_PROCESS.includes(name),
  );
  expect(inOneProcess.length).toBeGreaterThan(80);
  expect(inOneProcess.filter(({ text }) => NOTICED.test(text)).map(({ name }) => name)).toEqual([]);
});
