import { toUcum } from './ucum';
import type { Segment } from './message';
import { orNull } from './read-data-types';
import type { Warnings } from './warnings';

export interface NormalUnit {
  unit: string | null;
  ucum: string | null;
}

/**
 * OBX-6, coded or plain. Laboratories print the code, unless it is a local number and the name is the unit
 * (`CD:289^mg/dL`). `10^9/L` with an unescaped `^` is rejoined.
 */
export function readUnit(obx: Segment, warnings: Warnings): NormalUnit {
  const sent = obx.first(6);
  const [code, name, system] = [sent.text(1), sent.text(2), sent.text(3)];
  if (/^x?\s?10$/i.test(code) && /^-?\d{1,2}(\D|$)/.test(name)) {
    warnings.add('unit_repaired', obx.place(6), 'The unit contains a separator; its parts were joined.');
    const unit = `${code}^${name}`;
    return { unit, ucum: toUcum(unit) };
  }
  if (/^UCUM$/i.test(system)) return { unit: orNull(code || name), ucum: orNull(code) };
  const unit = code !== '' && (name === '' || toUcum(code) !== null || toUcum(name) === null) ? code : name;
  return { unit: orNull(unit), ucum: toUcum(orNull(unit)) };
}
