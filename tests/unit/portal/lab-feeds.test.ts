import { CONNECTION_KINDS } from '../../../server/data-types/lab-connection-codes';
import { describe, expect, it } from 'vitest';
import { findZone, readSettings } from '../../../components/admin/laboratories/connection-values';
import { workingWords } from '../../../components/admin/laboratories/connection-words';
import { dayParts, feedsInWords, feedState } from '../../../components/admin/laboratories/feed-health';
import { messageFilter, messageInput } from '../../../components/admin/laboratories/message-filter';
import { failureWords, problemWords } from '../../../components/admin/laboratories/message-words';
import { anchorOf, shownPlace } from '../../../components/admin/laboratories/segment-tree';
import { visibleText } from '../../../components/admin/laboratories/visible-text';
import { matchingReasons } from '../../../components/admin/laboratories/matching-reasons';
import { labConnectionSettings } from '../../../server/domain/lab-connections/contract';
import type { Feed } from '../../../server/domain/lab-connections/health-contract';
import { formatIn } from '@/components/format/format';

const NOW = Date.parse('2026-11-05T12:00:00Z');
const FEED: Feed = {
  id: 'lab_01k00000000000000000000000',
  name: 'Central',
  transport: 'mllp',
  enabled: true,
  last_message_at: '2026-11-05T11:00:00.000Z',
  last_problem: null,
  last_problem_at: null,
  silence_hours: 4,
  silent_since: null,
  waiting: 0,
  waiting_since: null,
  waiting_message_id: null,
  waiting_minutes: 5,
  refused_connections: 0,
  parked: 0,
  unmapped: 0,
  orders: null,
  day: {},
};
const state = (change: Partial<Feed>) => feedState({ ...FEED, ...change }, formatIn('UTC'), NOW);

const health = (...feeds: Feed[]) =>
  feedsInWords({ as_of: new Date(NOW).toISOString(), feeds }, formatIn('UTC'));

describe('connection status', () => {
  it('shows the most severe state', () => {
    const worst: Partial<Feed> = {
      silent_since: '2026-11-05T11:30:00.000Z',
      parked: 2,
      last_problem: 'port_unavailable',
      last_problem_at: '2026-11-05T11:10:00.000Z',
    };
    expect(state(worst)).toMatchObject({ word: 'Silent', hasProblem: true });
    expect(state(worst).sentence).toContain('The port could not be opened');
    expect(state({ ...worst, silent_since: null }).word).toBe('Error');
    expect(state({ parked: 2 })).toMatchObject({ word: 'Needs review', hasProblem: true });
    const late = { waiting: 3, waiting_since: '2026-11-05T11:54:00.000Z' };
    expect(state(late)).toMatchObject({ word: 'Delayed', hasProblem: true });
    expect(state(late).sentence).toMatch(/^3 messages unprocessed since 05-Nov-2026 11:54\./);
    expect(state({ ...late, waiting_minutes: 10 }).word).toBe('Healthy');
    expect(state({ ...late, waiting_since: '2026-11-05T11:56:00.000Z' }).word).toBe('Healthy');
    // It has priority: the results of a laboratory do not reach anyone.
    for (const other of [worst, { parked: 2 }, { enabled: false }])
      expect(state({ ...late, ...other }).word).toBe('Delayed');
    expect(state({ last_message_at: null }).word).toBe('Not used yet');
    expect(state({})).toMatchObject({ word: 'Healthy', hasProblem: false });
  });

  it('shows orders that are queued for too long', () => {
    const orders = { paused: false, queued: 2, queued_since: '2026-11-05T11:44:00.000Z' };
    expect(state({ orders })).toMatchObject({ word: 'Orders not sent', hasProblem: true });
    expect(state({ orders }).sentence).toMatch(/^2 order messages not sent since 05-Nov-2026 11:44\. Last/);
    // Orders are sent whether or not results are accepted.
    expect(state({ orders, enabled: false }).word).toBe('Orders not sent');
    for (const short of [{ ...orders, queued_since: '2026-11-05T11:46:00.000Z' }, null])
      expect(state({ orders: short }).word).toBe('Healthy');
  });

  it('shows at once that sending is paused, and never as healthy', () => {
    const orders = { paused: true, queued: 2, queued_since: '2026-11-05T11:59:00.000Z' };
    for (const other of [{}, { enabled: false }, { parked: 2 }])
      expect(state({ orders, ...other })).toMatchObject({
        word: 'Sending paused',
        sentence: '2 order messages queued since 05-Nov-2026 11:59. Last message 05-Nov-2026 11:00.',
        hasProblem: true,
      });
    const empty = { paused: true, queued: 0, queued_since: null };
    expect(state({ orders: empty })).toMatchObject({ word: 'Sending paused', hasProblem: false });
    expect(health({ ...FEED, orders })).toEqual({
      sentence:
        'Central: Sending paused. 2 order messages queued since 05-Nov-2026 11:59. Last message 05-Nov-2026 11:00.',
      hasProblem: true,
      counts: '1 connection.',
    });
    const unused = { ...FEED, last_message_at: null };
    expect(health(FEED, unused, { ...FEED, orders: empty })).toEqual({
      sentence: '3 connections: 1 healthy, 1 not used yet, 1 sending paused.',
      hasProblem: false,
    });
  });

  it('of a paused connection is no problem', () => {
    expect(state({ enabled: false, parked: 3 })).toMatchObject({ word: 'Paused', hasProblem: false });
  });

  it('hides a problem that a later message resolved', () => {
    const over = { last_problem: 'frame_abandoned', last_problem_at: '2026-11-05T10:59:59.000Z' } as const;
    expect(state(over).word).toBe('Healthy');
  });

  it('counts messages of the last day by outcome', () => {
    expect(dayParts(FEED)).toEqual({ all: 'No messages in 24 h', parts: [] });
    const day = {
      processed: 5,
      unmatched: 1,
      conflict: 2,
      duplicate: 1,
      rejected: 1,
      error: 1,
      parked: 1,
      received: 4,
    };
    const { all, parts } = dayParts({ day });
    expect(all).toBe('16 messages in 24 h');
    expect(parts.map(({ words }) => words)).toEqual([
      '5 processed',
      '4 unprocessed',
      '3 to review',
      '1 duplicate',
      '1 rejected',
      '1 invalid',
      '1 set aside',
    ]);
    expect(parts.filter(({ needsReview }) => needsReview)).toHaveLength(4);
    expect(parts[2]!.state).toBe('to_review');
  });

  it('of all connections lists problems and counts set-aside messages, also of paused ones', () => {
    expect(health()).toEqual({
      sentence: 'None. Add a connection to receive results.',
      hasProblem: false,
    });
    expect(health(FEED)).toEqual({ sentence: '1 connection, all healthy.', hasProblem: false });
    expect(health({ ...FEED, unmapped: 1, day: { unmatched: 1, conflict: 1, rejected: 2 } })).toEqual({
      sentence: '2 messages to review in 24 h. 1 code not mapped.',
      hasProblem: true,
      counts: '1 connection. 2 messages rejected in 24 h.',
    });
    expect(health({ ...FEED, parked: 3 }).sentence.match(/set aside/g)).toHaveLength(1);
    const silent = {
      ...FEED,
      name: 'Other',
      silent_since: '2026-11-05T11:30:00.000Z',
      day: { error: 2, unreadable: 4 },
    };
    const reported = health(FEED, silent, { ...FEED, enabled: false, parked: 3, unmapped: 1 });
    expect(reported.hasProblem).toBe(true);
    expect(reported.sentence).toMatch(/^Other: No messages for \d+ hours? \(since 05-Nov-2026 11:30\)/);
    expect(reported.sentence).toContain('3 messages set aside');
    expect(reported.sentence).toContain('1 code not mapped');
    expect(reported.counts).toBe('3 connections. 2 messages invalid in 24 h. 4 messages unreadable in 24 h.');
  });
});

describe('reason for the outcome of a report', () => {
  const nothing = { found_by: null, problem: null, rule: null, compared: {}, candidate_id: null };

  it('is a sentence', () => {
    const why = {
      found_by: 'placer_number',
      rule: 'mrn_differs',
      problem: 'patient_differs',
      compared: { mrn: 'different', birth_date: 'same', family: 'same', given: 'not_sent' },
      candidate_id: null,
    };
    expect(matchingReasons(why)).toEqual([
      'Order number matches.',
      'MRN differs.',
      'Patient differs from the record.',
      'Same: birth date, family name.',
      'Different: MRN.',
      'Not sent or unknown: given name.',
    ]);
    expect(matchingReasons(nothing)).toEqual([]);
  });

  it('shows unknown codes unchanged', () => {
    expect(matchingReasons({ ...nothing, found_by: 'a_new_rule', compared: { shoe_size: 'same' } })).toEqual([
      'a new rule.',
      'Same: shoe_size.',
    ]);
    expect(problemWords('a_new_reason')).toBe('a new reason');
    expect(failureWords('23505')).toBe('Error: 23505.');
  });
});

describe('message text', () => {
  it('shows invisible and direction-changing characters as signs', () => {
    expect(visibleText('\x0bMSH|a\rPID|\tb\r\nNTE\n\x1c\x7f\x85')).toBe(
      '‹VT›MSH|a‹CR›\nPID|‹TAB›b‹CR›‹LF›\nNTE‹LF›\n‹FS›‹U+007F›‹U+0085›',
    );
    expect(visibleText('Doe\u202eenaJ\u200b\ufeff')).toBe('Doe‹U+202E›enaJ‹U+200B›‹U+FEFF›');
    expect(visibleText('Müller 李 µg ≤')).toBe('Müller 李 µg ≤');
  });

  it('is linked from warnings where possible', () => {
    const field = { number: 5, place: 'OBX[3]-5', title: null, parts: [], left_out: 0 };
    const segments = [{ name: 'OBX', place: 'OBX[3]', title: null, fields: [field] }];
    expect(shownPlace('OBX[3]-5', segments)).toBe('OBX[3]-5');
    expect(shownPlace('OBX[3]-6', segments)).toBe('OBX[3]');
    expect(shownPlace('OBX[4]-5', segments)).toBeNull();
    expect(shownPlace(null, segments)).toBeNull();
    expect(anchorOf('OBX[3]-5')).not.toBe(anchorOf('OBX[35]'));
  });
});

describe('message filter', () => {
  const read = (query: Record<string, string>) => messageFilter.read((name) => query[name]);

  it('accepts known values and ignores meaningless ones', () => {
    const all = { connection: FEED.id, state: 'parked', from: '05-Nov-2026', to: '2026-11-06' };
    expect(read(all)).toEqual({ ...all, from: '2026-11-05' });
    expect(read({ connection: 'lab_x', state: 'constructor', from: 'soon' })).toEqual({
      connection: undefined,
      state: undefined,
      period: undefined,
      from: undefined,
      to: undefined,
    });
    const now = Date.parse('2026-11-05T12:00:00Z');
    expect(messageInput(read(all), formatIn('Europe/Berlin'), now)).toEqual({
      connection_id: FEED.id,
      state: 'parked',
      since: '2026-11-04T23:00:00.000Z',
      until: '2026-11-06T23:00:00.000Z',
    });
    expect(messageInput(read({}), formatIn('UTC'), now)).toEqual({});
    expect(messageInput(read({ period: 'day' }), formatIn('UTC'), now)).toEqual({
      since: '2026-11-04T12:00:00.000Z',
    });
  });
});

describe('connection settings', () => {
  it('are all in the form; a connection is paused with a button', () => {
    const form = new FormData();
    form.set('time_zone', 'UTC');
    const onForm = CONNECTION_KINDS.flatMap((kind) =>
      Object.keys(readSettings(form, { kind, transport: 'mllp' }, ['UTC'])),
    );
    // Merges are held for a person, whatever the setting.
    const all = new Set([...onForm, 'enabled', 'merge']);
    expect([...all].sort()).toEqual(Object.keys(labConnectionSettings).sort());
  });

  it.each([
    ['7:30 am', '6:30p', '07:30', '18:30'],
    ['0800', '24:00', '08:00', '24:00'],
    // Not cut: the server rejects it.
    ['08:00 x', '18.00', '08:00 x', '18:00'],
  ])('working hours from %s to %s', (typedFrom, typedTo, from, to) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ days: '1', working_from: typedFrom, working_to: typedTo }))
      form.set(name, value);
    expect(readSettings(form, { kind: 'laboratory', transport: 'mllp' }, ['UTC']).working_hours).toEqual({
      days: [1],
      from,
      to,
    });
  });

  it.each([
    ['Berl', 'Europe/Berlin'],
    ['new york', 'America/New_York'],
    ['utc', 'UTC'],
    ['asia/kolkata', 'asia/kolkata'],
    // Also Busingen and Bucharest.
    ['bu', null],
    ['Nowhere/At-All', null],
    ['', null],
  ])('mean by the time zone “%s” %s', (typed, zone) => {
    const zones = ['America/New_York', 'Europe/Berlin', 'Europe/Bucharest', 'Europe/Busingen', 'UTC'];
    expect(findZone(typed, zones)).toBe(zone);
  });

  it('show the days of an alarm', () => {
    expect(workingWords({ days: [5, 1, 2, 3, 4], from: '08:00', to: '18:00' })).toBe(
      'Monday to Friday, 08:00 to 18:00',
    );
    expect(workingWords({ days: [1, 3], from: '08:00', to: '24:00' })).toBe(
      'Monday, Wednesday, 08:00 to 24:00',
    );
    expect(workingWords({ days: [7], from: '08:00', to: '12:00' })).toBe('Sunday, 08:00 to 12:00');
  });
});
