/** One parser for search, forms and filters. */
export { dateOrderOf, isAmbiguous, parseDate } from '@/server/data-types/typed-date';
