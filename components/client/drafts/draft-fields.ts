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

/**
 * Sets the value as typing does. React remembers values assigned to an element and ignores an input event without a
 * change, so listeners such as the duplicate search would not be called.
 */
function write(control: Control, value: string): void {
  if (control.value === value) return;
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')!;
  set!.call(control, value);
  for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }));
}

/** Empty, or a choice that the form starts with. */
function isUntouched(control: Control): boolean {
  if (!(control instanceof HTMLSelectElement)) return control.value === '';
  const options = [...control.options];
  return control.value === (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value;
}

/** The user typed before the page was interactive. */
const isTyped = (control: Control): boolean =>
  !(control instanceof HTMLSelectElement) && control.value !== control.defaultValue;

/**
 * @param keepsTyped the page was just loaded: what was typed meanwhile takes precedence
 * @returns whether it did
 */
export function writeFields(form: HTMLFormElement, fields: Fields, keepsTyped = false): boolean {
  let isAnyTyped = false;
  const left = new Map(Object.entries(fields).map(([name, values]) => [name, [...values]]));
  for (const element of [...form.elements]) {
    if (!('name' in element) || !(element instanceof HTMLElement)) continue;
    const control = element as Control;
    const values = left.get(control.name);
    if (control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type))
      control.checked = values?.includes(control.value) ?? false;
    else if (values?.length && !(control instanceof HTMLInputElement && control.type === 'file')) {
      const value = values.shift()!;
      if (keepsTyped && isTyped(control) && control.value !== value) isAnyTyped = true;
      else write(control, value);
    } else continue;
    // Collapsed fields would be submitted unseen.
    if (values && !isUntouched(control)) control.closest('details')?.setAttribute('open', '');
  }
  // Listeners of check boxes depend on this event.
  form.dispatchEvent(new Event('input', { bubbles: true }));
  return isAnyTyped;
}
