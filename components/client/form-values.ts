/** A trimmed form value; null if empty. */
export function valueOf(form: FormData, name: string): string | null {
  const value = form.get(name);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

/** NaN for anything but a number, so that the server reports the error at its field. */
export const wholeNumber = (text: string | null): number => (text === null ? Number.NaN : Number(text));
