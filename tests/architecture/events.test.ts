import { describe, expect, it } from 'vitest';
import { EVENT_TYPES } from '../../server/events/catalog';
import { EVENT_GUIDE } from '../../server/domain/events/guide';
import { sourceFiles } from './source-files';

/** The documentation of the events agrees with the code. */

const DEFINITIONS = [
  'server/events/catalog.ts',
  'server/domain/events/rules.ts',
  'server/domain/events/guide.ts',
];

describe('event catalog', () => {
  it('marks exactly the events that are never sent as reserved', () => {
    const senders = sourceFiles('server').filter(({ name }) => !DEFINITIONS.includes(name));
    const wrong = EVENT_TYPES.filter((type) => {
      const sent = senders.some(({ text }) => text.includes(`'${type}'`));
      return sent === (EVENT_GUIDE[type].reserved === true);
    });
    expect(wrong, '`reserved` in server/domain/events/guide.ts says otherwise').toEqual([]);
  });
});
