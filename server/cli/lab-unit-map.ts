import { mapLabUnitInput } from '../domain/lab-units/contract';
import { mapLabUnit } from '../domain/lab-units/map-lab-unit';
import type { Command } from './arguments';
import { validInput } from './setting-flags';
import { inOwner } from './organizations';

/** Maps a laboratory's unit; `none` removes the mapping. */
export const labUnitMap: Command = {
  name: 'lab-unit map',
  operand: 'LAB_ID',
  flags: {
    org: { value: 'SLUG' },
    unit: { value: 'UNIT', required: true },
    ucum: { value: 'UCUM|none', required: true },
  },
  async run(given) {
    const ucum = given.need('ucum');
    const input = validInput(mapLabUnitInput, {
      connection_id: given.operand,
      unit: given.need('unit'),
      ucum: ucum === 'none' ? null : ucum,
    });
    return inOwner(given.get('org'), (ctx) => mapLabUnit(ctx, input));
  },
};
