/** Meaning of the codes inside `errors[]`. */
export const FIELD_GUIDE = {
  required: 'The field is missing.',
  invalid_type: 'The value has the wrong JSON type, or the parameter is repeated.',
  invalid_format: 'The value does not have the required format.',
  too_long: 'The text or list is longer than allowed.',
  too_short: 'The text or list is shorter than allowed. Send null instead of empty text.',
  out_of_range: 'The number or date is outside the allowed range.',
  unknown_field: 'The field or parameter does not exist. Check its spelling.',
  not_unique: 'The value must be unique, but occurs elsewhere.',
  not_allowed: 'The value is not allowed.',
  read_only: 'The field is set by the service. Remove it.',
} as const;
