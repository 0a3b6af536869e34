import { logger } from './logger';

/**
 * Logs errors that can occur at every request: the first at once, then one per ten seconds with the number of omitted
 * ones.
 */
const EVERY_MS = 10_000;
const MOST_KINDS = 100;

const kinds = new Map<string, { at: number; unlogged: number }>();

/** @param facts no patient data */
export function logThrottled(level: 'warn' | 'error', text: string, facts: Record<string, unknown>): void {
  const kind = `${text} ${String(facts.code ?? '')}`;
  const now = performance.now();
  const before = kinds.get(kind);
  if (before && now - before.at < EVERY_MS) return void before.unlogged++;
  if (kinds.size >= MOST_KINDS) kinds.clear();
  kinds.set(kind, { at: now, unlogged: 0 });
  logger[level]({ ...facts, ...(before?.unlogged ? { more: before.unlogged } : {}) }, text);
}
