import { count } from '../../format/numbers';

type Counts = Record<'added' | 'changed' | 'deactivated', number>;

const DONE = { added: 'added', changed: 'changed', deactivated: 'deactivated' };
const PLANNED = { added: 'to add', changed: 'to change', deactivated: 'to deactivate' };

const inWords = (counts: Counts, words: Record<keyof Counts, string>): string =>
  (['added', 'changed', 'deactivated'] as const)
    .filter((what) => counts[what] > 0)
    .map((what, index) => `${index === 0 ? count(counts[what], 'test') : counts[what]} ${words[what]}`)
    .join(', ');

/** "12 tests added, 1 changed, 3 deactivated". */
export const importCounts = (counts: Counts): string => inWords(counts, DONE);

/** Before the import: "12 tests to add, 1 to change, 3 to deactivate". */
export const plannedCounts = (counts: Counts): string => inWords(counts, PLANNED);
