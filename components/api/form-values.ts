/** A trimmed form value; null when the field was left empty. */
export function valueOf(form: FormData, name: string): string | null {
  const value = form.get(name);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}
