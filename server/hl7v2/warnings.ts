import type { Warning, WarningCode } from '../data-types/inbound-message-codes';

/** Collects warnings without duplicates, up to a limit. */
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
