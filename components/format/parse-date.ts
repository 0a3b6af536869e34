/** One parser for search, forms and filters. */
export {
  dateOrderOf,
  isAmbiguous,
  parseAhead,
  parseDate,
  readDates,
  type DateOrder,
} from '@/server/data-types/typed-date';
