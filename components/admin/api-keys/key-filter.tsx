import { choice, defineFilter } from '../../ui/filter';
import { FILTER_WORDS } from './key-words';

/** Filter of the API keys. */
export const keyFilter = defineFilter({
  state: choice(FILTER_WORDS, { label: 'State', all: 'All states' }),
});
