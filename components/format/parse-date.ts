/** One parser for search, forms and filters. */
export {
  dateOrderOf,
  isAmbiguous,
  parseAhead,
  parseDate,
  parsePast,
  readDates,
  type DateOrder,
} from '@/server/data-types/typed-date';
