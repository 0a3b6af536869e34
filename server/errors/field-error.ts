/** Codes of single field errors inside `errors[]`. */
export type FieldErrorCode =
  | 'required'
  | 'invalid_type'
  | 'invalid_format'
  | 'too_long'
  | 'too_short'
  | 'out_of_range'
  | 'unknown_field'
  | 'not_unique'
  | 'not_allowed'
  | 'read_only';

export interface FieldError {
  /** JSON pointer into the body, e.g. `/name/family`. */
  pointer?: string;
  /** Name of the query parameter. */
  parameter?: string;
  header?: string;
  code: FieldErrorCode;
  /**
   * A sentence. A message that starts in lower case continues the name of the field ("is required"), and `DomainError`
   * makes the sentence of it ("Birth date is required.").
   */
  message: string;
  /** The message without the name of its field, for forms that name the field by its label. Portal only. */
  predicate?: string;
}

/** Names that do not follow from the field. */
const NAMES: Record<string, string> = {
  family: 'Family name',
  given: 'Given name',
  ca_certificate: 'CA certificate',
  email: 'Email address',
  q: 'Search text',
  hl7_version: 'HL7 version',
  loinc: 'LOINC code',
  mrn: 'MRN',
  npi: 'NPI',
  test_id: 'Test',
  tls: 'TLS',
  ucum: 'Unit',
  url: 'URL',
  redirect_uris: 'Redirect URIs',
  redirect_uri: 'Redirect URI',
  ip_allow_list: 'Address',
};

function nameOf(word: string): string {
  if (Object.hasOwn(NAMES, word)) return NAMES[word]!;
  const words = word.replaceAll('_', ' ').replace(/\bid(s?)$/, 'ID$1');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Keys below it are chosen by the sender. */
const FREE = 'metadata';
const MOST_REJECTED = 20;

/**
 * Names of the fields of the contract that were invalid, for the audit: `name.family`, `phones`, `limit`. Never what a
 * sender made up, such as the name of an unknown field, which may be patient data.
 */
export function rejectedFields(errors: readonly FieldError[] = []): string[] {
  const names = errors
    .filter(({ code }) => code !== 'unknown_field')
    .map(({ pointer = '', parameter, header }) => {
      const path = pointer.split('/').filter((part) => part !== '' && !/^\d+$/.test(part));
      if (path.length > 1 && path.at(-1) === 'value') path.pop();
      return parameter ?? header ?? (path[0] === FREE ? FREE : path.join('.'));
    })
    .filter((name) => /^[a-z][\w.-]{0,99}$/i.test(name));
  return [...new Set(names)].slice(0, MOST_REJECTED);
}

const singular = (list: string): string => list.replace(/(?<=ss)es$|s$/, '');

/** `/birth_date` is "Birth date", `/phones/0` and `/phones/0/value` are "Phone 1", the empty pointer is "The body". */
function fieldName({ header, parameter, pointer = '' }: FieldError): string {
  const path = pointer.split('/').slice(1);
  if (path.at(-1) === 'value') path.pop();
  const last = path.at(-1);
  if (header !== undefined) return header;
  if (parameter !== undefined) return nameOf(parameter);
  if (last === undefined) return 'The body';
  if (!/^\d+$/.test(last)) return nameOf(last);
  return `${nameOf(singular(path.at(-2) ?? 'entry'))} ${Number(last) + 1}`;
}

/** The message as a sentence. One that starts in lower case continues the name of its field. */
export function withFullMessage(error: FieldError): FieldError {
  const { message } = error;
  if (!/^\p{Ll}/u.test(message)) return error;
  return { ...error, message: `${fieldName(error)} ${message}.`, predicate: message };
}
