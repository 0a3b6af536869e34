import type { Guide } from './guide';

export const PAGINATION_AND_SYNC: Guide = {
  slug: 'pagination-and-sync',
  title: 'Pages and copies',
  summary:
    'Walk through lists by cursor, keep a copy up to date, and catch up after an outage without losing anything.',
  sections: [
    {
      title: 'A whole list',
      blocks: [
        'A page holds up to 100 entries (`limit`). `next_cursor` of one page is `cursor` of the next, with the same filters and sort; it is null after the last. The whole address of the next page is in the `Link` header too. `include=total_count` counts, exactly up to 10,000.',
        {
          sample: {
            file: 'all-patients.mjs',
            does: 'Every patient, a page at a time',
            code: `import { api } from './api.mjs';

async function* all(path) {
  for (let cursor = ''; cursor !== null;) {
    const page = await api('GET', path + (cursor && '&cursor=' + encodeURIComponent(cursor)));
    yield* page.data;
    cursor = page.next_cursor;
  }
}

let count = 0;
for await (const patient of all('/v1/patients?limit=100')) count += patient.object === 'patient' ? 1 : 0;
console.log(count);`,
          },
        },
        'In the order of `created_at`, which is the default, a walk never skips or repeats an entry that was there when it began. In the order of `updated_at` or `family`, an entry that is changed meanwhile moves.',
      ],
    },
    {
      title: 'A copy, by events',
      blocks: [
        '`GET /v1/events?sort=position` is the list that never skips: oldest first, each event once, whatever is written at the same time. Every page has a `next_cursor`, also the last one; store it with your copy, in the same transaction, and go on from there.',
        {
          sample: {
            file: 'follow.mjs',
            does: 'Bring a copy up to date, from where it stopped',
            code: `import { readFile, writeFile } from 'node:fs/promises';
import { api } from './api.mjs';

// Where your copy is: in your own database, beside what it belongs to.
const state = await readFile('position.json', 'utf8').then(JSON.parse, () => ({ cursor: null, seen: {} }));

for (let more = true; more;) {
  const from = state.cursor ? '&cursor=' + encodeURIComponent(state.cursor) : '';
  const page = await api('GET', '/v1/events?sort=position&limit=100&type=patient.*,lab_result.*' + from);
  for (const event of page.data) {
    const { id, href } = event.data.object;
    // Of two events of one object the higher sequence is the later one.
    if (event.test || event.sequence <= (state.seen[id] ?? 0)) continue;
    state.seen[id] = event.sequence;
    if (!href) continue;
    // 404: deleted since, or moved to another patient. Take your copy out of use.
    const object = await api('GET', href).catch((error) => {
      if (error.problem?.code === 'not_found') return null;
      throw error;
    });
    console.log(event.type, object ? 'version ' + object.version : 'gone');
  }
  state.cursor = page.next_cursor;
  await writeFile('position.json', JSON.stringify(state));
  more = page.has_more;
}`,
          },
        },
        'Call it every minute, or after each webhook. A page that is empty costs little.',
      ],
    },
    {
      title: 'After an outage',
      blocks: [
        'Your receiver was down, or you are not sure what it took. Nobody has to be asked:',
        {
          list: [
            'With a stored cursor: run the sample above. It begins where you stopped, and events are kept for 30 days.',
            'Without one: add `created_since` with a time before the outage to every request, because a cursor is good for the filters it came with. What you had already is dropped by `sequence`.',
            'Longer than 30 days: note the time, walk through the lists once, then follow the events with that time as `created_since`. What happened during the walk comes again as an event.',
          ],
        },
        'Deliveries that were held or given up can also be sent again by an administrator, on the page of the webhook. Both together do no harm: `webhook-id` is the id of the event.',
      ],
    },
    {
      title: 'A copy, without events',
      blocks: [
        'List with `sort=updated_at` and `updated_since`, the last `updated_at` that you have seen less a minute, and drop what you know by `id` and `version`. What was deleted does not appear in lists: only events tell of it.',
        {
          sample: {
            file: 'changed.mjs',
            does: 'What has changed since yesterday',
            code: `import { api } from './api.mjs';

const since = new Date(Date.now() - 24 * 3600 * 1000).toISOString();
const page = await api('GET', '/v1/patients?sort=updated_at&limit=100&updated_since=' + since);
for (const patient of page.data) console.log(patient.id, 'version', patient.version);`,
          },
        },
      ],
    },
  ],
};
