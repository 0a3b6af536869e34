import type { StoredPanelHead } from '../../db/schema/types';
import type { OrderedTest, TestNames } from './report';
import { matchesItem } from './rules';

/**
 * Names of pending tests: incomplete panels, tests that the laboratory reports as in progress, and ordered tests
 * without results.
 */
export function pendingTests(
  waiting: readonly TestNames[],
  ordered: readonly OrderedTest[],
  panels: readonly StoredPanelHead[],
): string[] {
  const unfinished = panels.filter(({ status }) => status === 'partial').map(({ name }) => name);
  const open = ordered.filter(
    (item) =>
      (item.status === 'ordered' || item.status === 'in_progress') &&
      !panels.some((panel) => matchesItem(panel, item)),
  );
  const announced = waiting.filter(
    (test) =>
      !panels.some((panel) => panel.code === test.code) && !open.some((item) => matchesItem(test, item)),
  );
  return [...new Set([...unfinished, ...open.map(({ name }) => name), ...announced.map(({ name }) => name)])];
}
