import { choice, defineFilter, text } from '../ui/filter';
import { ORDER_VIEWS, type OrderQuery } from './order-views';

export const orderFilter = defineFilter({
  number: text('Order or lab number', 'order or lab number', 40),
  by: choice({ me: 'Me' }, { label: 'Ordered by', all: 'Everyone', said: 'ordered by' }),
});

export const readOrderQuery = (given: (name: string) => string | undefined): OrderQuery =>
  given('list') === 'all'
    ? { list: 'all', view: ORDER_VIEWS.find((name) => name === given('view')), ...orderFilter.read(given) }
    : {};
