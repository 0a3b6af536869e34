import { choice, defineFilter, text } from '../ui/filter';

export const orderFilter = defineFilter({
  number: text('Order or lab number', 'order or lab number', 40),
  by: choice({ me: 'Me' }, { label: 'Ordered by', all: 'Everyone', said: 'ordered by' }),
});
