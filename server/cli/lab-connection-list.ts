import { listLabConnections } from '../domain/lab-connections/list-lab-connections';
import type { LabConnection } from '../domain/lab-connections/contract';
import type { Command } from './arguments';
import { inOrganization } from './organizations';

export const labConnectionList: Command = {
  name: 'lab-connection list',
  flags: { org: { value: 'SLUG', required: true } },
  async run(given) {
    const { ctx } = await inOrganization(given.need('org'));
    const data: LabConnection[] = [];
    let cursor: string | undefined;
    do {
      const page = await listLabConnections(ctx, { limit: 100, cursor });
      data.push(...page.data);
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    return { data };
  },
  text: (made) =>
    (made as { data: LabConnection[] }).data
      .map(({ id, transport, enabled, name }) => [id, transport, enabled ? 'on' : 'off', name].join('  '))
      .join('\n'),
};
