import { count } from '../../format/numbers';

/** "12 tests added, 1 changed, 3 deactivated". */
export function importCounts(counts: { added: number; changed: number; deactivated: number }): string {
  const parts = (['added', 'changed', 'deactivated'] as const).filter((what) => counts[what] > 0);
  return parts
    .map((what, index) => `${index === 0 ? count(counts[what], 'test') : counts[what]} ${what}`)
    .join(', ');
}
