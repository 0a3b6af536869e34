import { getLabConnection } from '../domain/lab-connections/get-lab-connection';
import { listLabUnits } from '../domain/lab-units/list-lab-units';
import type { Command } from './arguments';
import { inOwner } from './organizations';

export const labConnectionShow: Command = {
  name: 'lab-connection show',
  operand: 'LAB_ID',
  flags: { org: { value: 'SLUG' } },
  run: (given) =>
    inOwner(given.get('org'), async (ctx) => {
      const connection = await getLabConnection(ctx, { id: given.operand });
      const { data } = await listLabUnits(ctx, { connection_id: connection.id });
      return { ...connection, units: Object.fromEntries(data.map(({ unit, ucum }) => [unit, ucum])) };
    }),
};
