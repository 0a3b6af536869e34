/**
 * A number with the digits that were received: `1.10` is more precise than `1.1`, which is all that a JavaScript number
 * keeps.
 */
export class Decimal {
  constructor(readonly text: string) {}
}

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The digits of a received text, if they are a JSON number of this value; otherwise the number. */
export const decimalOf = (text: string, value: number): Decimal | number =>
  JSON_NUMBER.test(text) && Number(text) === value ? new Decimal(text) : value;

/** Like `JSON.stringify`, and writes each `Decimal` digit by digit. */
export function fhirJson(value: unknown): string {
  if (value instanceof Decimal) return value.text;
  if (Array.isArray(value)) return `[${value.map(fhirJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, part]) => part !== undefined);
  return `{${members.map(([name, part]) => `${JSON.stringify(name)}:${fhirJson(part)}`).join(',')}}`;
}
