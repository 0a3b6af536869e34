/** One parser for search, forms and filters. */
export { dateOrderOf, isAmbiguous, parseDate, readDates } from '@/server/data-types/typed-date';
