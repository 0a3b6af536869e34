import { expect, it } from 'vitest';
import { OWN_PROCESS } from '../support/own-process.mjs';
import { sourceFiles } from './source-files';

/**
 * Changes that affect other files of the same process: a database of the file, a moved clock, and support code that does so
 * for the whole file. A closed pool opens again.
 */
const NOTICED =
  /\b(?:takePostgres|openAuditDatabase|setSystemTime|useFakeTimers|spyOn\(Date)\b|support\/webhook-worker'/;

it('runs files that change the database or move the clock in separate processes', () => {
  const files = sourceFiles('tests/integration').filter(({ name }) => name.endsWith('.test.ts'));
  const inOneProcess = files.filter(
    ({ name }) => /\/(domain|api|matrix)\//.test(name) && !OWN_PROCESS.includes(name),
  );
  expect(inOneProcess.length).toBeGreaterThan(80);
  expect(inOneProcess.filter(({ text }) => NOTICED.test(text)).map(({ name }) => name)).toEqual([]);
});
