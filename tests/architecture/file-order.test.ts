import { expect, it } from 'vitest';
import { LAST, NIGHTLY } from '../support/file-order.mjs';
import { sourceFiles } from './source-files';

/** Changes that affect later files of the same process: a database of the file and a moved clock. A closed pool opens again. */
const NOTICED =
  /\b(?:takePostgres|openAuditDatabase\w*|setSystemTime|useFakeTimers|spyOn\(Date|setUpWebhookWorkers)\b/;

it('runs files that change the database or move the clock after the others', () => {
  const files = sourceFiles('tests/integration').filter(({ name }) => name.endsWith('.test.ts'));
  // Those of the nightly run and the fault tests have a process each.
  const together = files.filter(({ name }) => !NIGHTLY.includes(name) && !name.includes('/faults/'));
  expect(together.length).toBeGreaterThan(80);
  const early = together.filter(({ name, text }) => NOTICED.test(text) && !LAST.includes(name));
  expect(early.map(({ name }) => name)).toEqual([]);
});
