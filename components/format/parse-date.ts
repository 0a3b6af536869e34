/** One parser for search, forms and filters. */
export { dateOrderOf, parseDate } from '@/server/data-types/typed-date';
