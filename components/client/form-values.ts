/** A trimmed form value; null when the field was left empty. */
export function valueOf(form: FormData, name: string): string | null {
  const value = form.get(name);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

/** What is no number is none, so that the server refuses it at its field. */
export const wholeNumber = (text: string | null): number => (text === null ? Number.NaN : Number(text));
