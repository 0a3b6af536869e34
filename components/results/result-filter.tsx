import { RESULT_STATUS_WORDS } from '@/server/domain/lab-results/rules';
import { choice, days, defineFilter, order, text } from '../ui/filter';

export const resultFilter = defineFilter({
  order: order({ newest: 'Newest first' }, { label: 'Sort by', all: 'Unsigned first' }),
  severity: choice({ abnormal: 'Abnormal only' }, { label: 'Values', all: 'All' }),
  test: text('Test or panel', 'test', 100),
  status: choice(RESULT_STATUS_WORDS, { label: 'Status', all: 'Any', said: 'status' }),
  ...days(),
});
