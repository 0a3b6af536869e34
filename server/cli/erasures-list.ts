import { writeFile } from 'node:fs/promises';
import { listErasures } from '../domain/erasures/list-erasures';
import type { Erasure } from '../domain/erasures/contract';
import { allOrganizations } from '../domain/organizations/access';
import { showId } from '../shared/ids';
import { systemContext } from '../shared/system-actor';
import type { Command } from './arguments';
import { inOrganization } from './organizations';

/** The certificates of an organization, or of all, as one JSON document for each line. */
export const erasuresList: Command = {
  name: 'erasures list',
  flags: { org: { value: 'SLUG|all', required: true }, to: { value: 'FILE', required: true } },
  async run(given) {
    const asked = given.need('org');
    const contexts =
      asked === 'all'
        ? (await allOrganizations()).map((id) => systemContext(id, 'admin'))
        : [(await inOrganization(asked)).ctx];
    const lines: string[] = [];
    for (const ctx of contexts) {
      let cursor: string | null | undefined;
      do {
        const page = await listErasures(ctx, { limit: 100, ...(cursor ? { cursor } : {}) });
        const org = showId('organization', ctx.actor.orgId);
        lines.push(...page.data.map((erasure: Erasure) => JSON.stringify({ org, ...erasure })));
        cursor = page.next_cursor;
      } while (cursor);
    }
    await writeFile(given.need('to'), lines.map((line) => `${line}\n`).join(''), { mode: 0o600 });
    return { file: given.need('to'), erasures: lines.length };
  },
};
