/** Markup with escaped values. */
export class Markup {
  constructor(readonly text: string) {}
}

type Value = Markup | string | number | null | undefined | readonly Markup[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function shown(value: Value): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Markup) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('');
  return String(value).replace(/[&<>"']/g, (mark) => ENTITIES[mark]!);
}

/**
 * A template of HTML: every value is escaped unless it is markup. Not called `html`, because formatters close the tags of
 * partial templates with that name.
 */
export const markup = (parts: TemplateStringsArray, ...values: Value[]): Markup =>
  new Markup(parts.map((part, at) => part + (at < values.length ? shown(values[at]) : '')).join(''));

/** A cell with the label that it has on a narrow screen, where the column heads are hidden. */
export const cell = (label: string, value: Value, mark?: string): Markup =>
  markup`<td role="cell" data-label="${label}"${mark ? markup` class="${mark}"` : ''}>${value}</td>`;
