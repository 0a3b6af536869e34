/** Meaning of the codes inside `errors[]`. */
export const FIELD_GUIDE = {
  required: 'The field is missing.',
  invalid_type: 'The value has another JSON type than the field, or the parameter is given twice.',
  invalid_format: 'The value does not have the form that the field asks for.',
  too_long: 'The text or list is longer than allowed.',
  too_short: 'The text or list is shorter than allowed. Empty texts are never allowed: send null.',
  out_of_range: 'The number or date lies outside of what is allowed.',
  unknown_field: 'There is no such field or parameter. Check the spelling.',
  not_unique: 'The list holds the same entry twice.',
  not_allowed: 'The value is not one of those that are allowed here.',
  read_only: 'The field is set by the service and cannot be sent.',
} as const;
