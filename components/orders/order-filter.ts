import { defineFilter, text } from '../ui/filter';

export const orderFilter = defineFilter({ number: text('Order number', 'order number', 40) });
