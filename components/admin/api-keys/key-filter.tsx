import { choice, defineFilter } from '../../ui/filter';
import { FILTER_WORDS } from './key-words';

export const keyFilter = defineFilter({
  state: choice(FILTER_WORDS, { label: 'Status', all: 'All' }),
});
