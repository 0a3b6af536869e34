/**
 * What was odd in a message and did not stop it. A warning says where and what to do about it, and never repeats
 * what stands there: warnings are listed and counted where message text may not be.
 */
export interface Warning {
  code: WarningCode;
  /** `OBX[3]-5`: the third OBX of the message, field 5. Null: the message as a whole. */
  place: string | null;
  /** One sentence for people. */
  text: string;
}

export type WarningCode =
  // bytes
  | 'charset_unknown'
  | 'charset_contradicted'
  | 'characters_unreadable'
  | 'nul_characters'
  | 'stray_characters'
  // segments
  | 'encoding_characters'
  | 'continued_line'
  | 'batch_structure'
  | 'batch_count'
  // content
  | 'control_id_missing'
  | 'control_id_repeated'
  | 'group_incomplete'
  | 'key_missing'
  | 'code_missing'
  | 'status_unclear'
  | 'value_not_numeric'
  | 'value_type_unknown'
  | 'value_missing'
  | 'unit_repaired'
  | 'time_unreadable'
  | 'escape_kept'
  | 'attachment_unreadable'
  | 'attachment_incomplete';

/** Collects warnings; equal ones once, and not without bound. */
export class Warnings {
  static readonly LIMIT = 500;
  readonly list: Warning[] = [];
  #seen = new Set<string>();

  add(code: WarningCode, place: string | null, text: string): void {
    const key = `${code}\n${place}\n${text}`;
    if (this.#seen.has(key) || this.list.length >= Warnings.LIMIT) return;
    this.#seen.add(key);
    this.list.push({ code, place, text });
  }

  addAll(warnings: readonly Warning[]): void {
    for (const { code, place, text } of warnings) this.add(code, place, text);
  }
}
