/** The named fields of a form as plain values, and back. */

export type Fields = Record<string, string[]>;

export function readFields(form: HTMLFormElement): Fields {
  const fields: Fields = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value !== 'string') continue;
    (fields[name] ??= []).push(value);
  }
  return fields;
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export function writeFields(form: HTMLFormElement, fields: Fields): void {
  const left = new Map(Object.entries(fields).map(([name, values]) => [name, [...values]]));
  for (const element of form.elements) {
    if (!('name' in element) || !(element instanceof HTMLElement)) continue;
    const control = element as Control;
    const values = left.get(control.name);
    if (control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type))
      control.checked = values?.includes(control.value) ?? false;
    else if (values?.length && !(control instanceof HTMLInputElement && control.type === 'file'))
      control.value = values.shift()!;
    else continue;
    // What is folded away would be sent unseen.
    if (control.value !== '' && values) control.closest('details')?.setAttribute('open', '');
  }
  // What watches the form, such as the search for duplicates, looks at it again.
  form.elements[0]?.dispatchEvent(new Event('input', { bubbles: true }));
}
