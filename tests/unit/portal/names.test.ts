import { describe, expect, it } from 'vitest';
import { markedEnd, markedParts } from '@/components/patients/matched';
import { EMPTY_PREFILL } from '@/components/patients/patient-prefill';
import { prefillFromSearch } from '@/components/patients/prefill-from-search';
import { formatName, formatShortName, namesakesOf } from '@/components/format/names';
import { sexWord } from '@/components/format/sex';
import { either, list } from '@/components/format/lists';
import { count, formatBytes } from '@/components/format/numbers';
import { wordOf } from '@/components/format/words';
import type { TransmissionStatus } from '@/server/data-types/transmission-codes';
import {
  ORDER_STATUS_WORDS,
  orderStateWord,
  progressWord,
  transmissionWord,
} from '@/server/domain/lab-orders/rules';

/** Names in the patient banner: FAMILY, Given (Title); never truncated, never reordered. */

describe('person names', () => {
  it('have the family name in capitals, and the title in brackets at the end', () => {
    expect(formatName({ family: 'Smith', given: ['Anna', 'Maria'], prefix: 'Dr' })).toBe(
      'SMITH, Anna Maria (Dr)',
    );
    expect(formatName({ family: 'Reed', given: ['Tom'], suffix: 'Jr', prefix: 'Mr' })).toBe(
      'REED, Tom Jr (Mr)',
    );
    expect(formatShortName({ family: 'Smith', given: ['Anna'], prefix: 'Dr', suffix: 'Jr' })).toBe(
      'SMITH, Anna',
    );
  });

  it('may have one letter, sixty letters, no given name, right-to-left and non-Latin text', () => {
    expect(formatName({ family: 'O', given: ['U'] })).toBe('O, U');
    const long = 'a'.repeat(60);
    expect(formatName({ family: long, given: [long] })).toBe(`${'A'.repeat(60)}, ${long}`);
    expect(formatName({ family: 'Suharto', given: [] })).toBe('SUHARTO');
    expect(formatName({ family: 'حداد', given: ['سمير'] })).toBe('حداد, سمير');
    expect(formatName({ family: '田中', given: ['由紀'] })).toBe('田中, 由紀');
  });

  it('are capitalized by no locale: a Turkish i stays readable, ß does not vanish', () => {
    expect(formatName({ family: 'Yılmaz', given: ['Elif'] })).toBe('YILMAZ, Elif');
    expect(formatName({ family: 'Weiß', given: ['Jo'] })).toBe('WEISS, Jo');
    expect(formatName({ family: "O'Brien-Smith", given: ['S'] })).toBe("O'BRIEN-SMITH, S");
  });

  it('are marked if two patients share first and family name, ignoring accents and case', () => {
    const patients = [
      { id: 'a', name: { family: 'Okafor', given: ['Ada'] } },
      { id: 'b', name: { family: 'OKAFOR', given: ['ada', 'Ruth'] } },
      { id: 'c', name: { family: 'Ókafor', given: ['Ada'] } },
      { id: 'd', name: { family: 'Okafor', given: ['Adaeze'] } },
      { id: 'e', name: { family: 'Lone', given: [] } },
    ];
    expect([...namesakesOf(patients)]).toEqual(['a', 'b', 'c']);
  });

  it('are not marked if one patient is listed twice', () => {
    const patient = { id: 'a', name: { family: 'Okafor', given: ['Ada'] } };
    expect([...namesakesOf([patient, { ...patient }])]).toEqual([]);
  });

  it('show an unknown sex as text, never blank', () => {
    expect(['female', 'male', 'other', 'unknown', null, undefined, 'x'].map((sex) => sexWord(sex))).toEqual([
      'Female',
      'Male',
      'Other',
      'Not known',
      'Not known',
      'Not known',
      'Not known',
    ]);
  });
});

describe('labels and numbers', () => {
  it('show an unknown value instead of hiding it', () => {
    expect(wordOf(ORDER_STATUS_WORDS, 'sent')).toBe('Sent to lab');
    expect(wordOf(ORDER_STATUS_WORDS, 'on_hold')).toBe('on hold');
  });

  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [1023, '1023 bytes'],
    [1024, '1.0 kB'],
    [10_240, '10 kB'],
    [1_023_900, '1.0 MB'],
    [50 * 1024 * 1024, '50 MB'],
  ])('show %i bytes as %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });

  it('use the right plural', () => {
    expect([0, 1, 2].map((number) => count(number, 'line'))).toEqual(['0 lines', '1 line', '2 lines']);
  });

  it('are listed without a comma before the last', () => {
    const names = ['TSH', 'BUN', 'WBC'];
    expect([1, 2, 3].map((number) => list(names.slice(0, number)))).toEqual([
      'TSH',
      'TSH and BUN',
      'TSH, BUN and WBC',
    ]);
    expect(either(names)).toBe('TSH, BUN or WBC');
  });
});

describe('the state of an order', () => {
  const transmitted = (status: TransmissionStatus, more: object = {}) => ({
    status,
    message: 'new_order' as const,
    pending: false,
    unsent: false,
    accepted_at: '2026-11-23T08:00:12.204Z',
    ...more,
  });
  it.each([
    ['requested', 'not_applicable', 'Not sent'],
    ['requested', 'queued', 'Queued'],
    ['sent', 'not_applicable', 'Sent to lab'],
    ['sent', 'sent', 'Sent, awaiting answer'],
    ['sent', 'accepted', 'Accepted by lab'],
    ['rejected', 'rejected', 'Rejected by lab'],
    ['failed', 'failed', 'Sending failed'],
    ['sent', 'cancel_requested', 'Sent, awaiting answer'],
    ['requested', 'cancel_requested', 'Sent, awaiting answer'],
    // Of the cancellation.
    ['sent', 'failed', 'Sent, awaiting answer'],
    ['collected', 'queued', 'Collected'],
    ['partially_resulted', 'accepted', 'Partial results'],
  ] as const)('%s with transmission %s is "%s"', (status, transmission, word) => {
    expect(progressWord(status, transmitted(transmission, { accepted_at: null }))).toBe(word);
  });

  it('of an order that is being canceled is that of its cancellation, until it has results', () => {
    const asked = transmitted('cancel_requested', { message: 'cancellation', pending: true });
    for (const status of ['sent', 'collected', 'in_progress'] as const)
      expect(orderStateWord(status, asked)).toBe('Cancellation queued');
    expect(orderStateWord('partially_resulted', asked)).toBe('Partial results');
    expect(progressWord('sent', asked)).toBe('Accepted by lab');
    const failed = transmitted('failed', { message: 'cancellation' });
    expect(orderStateWord('sent', failed)).toBe('Cancellation not sent');
    expect(orderStateWord('sent', transmitted('cancel_refused'))).toBe('Accepted by lab');
  });
});

describe('transmissionWord', () => {
  const word = (status: 'failed' | 'cancel_requested', more: object = {}) =>
    transmissionWord({ status, message: 'cancellation', pending: false, unsent: false, ...more });
  it('tells a failed cancellation from a failed order', () => {
    expect(word('failed')).toBe('Cancellation not sent');
    expect(word('failed', { message: 'new_order' })).toBe('Sending failed');
  });
  it('tells a cancellation that is not sent yet from one without an answer', () => {
    expect(word('cancel_requested')).toBe('Cancellation requested');
    expect(word('cancel_requested', { pending: true })).toBe('Cancellation queued');
    expect(word('cancel_requested', { pending: true, unsent: true })).toBe('Cancellation not sent');
  });
});

describe('a search for a patient', () => {
  it.each([
    ['OKAFOR, Adaeze Ruth', 'ruth okaf', ['', 'OKAF', 'OR, Adaeze ', 'Ruth', '']],
    ["O'BRIEN-SMITH, Zoë", 'obrien zoe', ['', "O'BRIEN", '-SMITH, ', 'Zoë', '']],
    ["O'BRIEN-SMITH, Zoë", 'o’briensm', ['', "O'BRIEN-SM", 'ITH, Zoë']],
    ['OKAFOR, Adaeze', 'kafor', ['OKAFOR, Adaeze']],
    ['14-Jul-1945', 'smith 1945', ['14-Jul-', '1945', '']],
    ['14-Jul-1945', 'Jul-1945', ['14-', 'Jul-1945', '']],
  ])('marks in %s what %s starts', (text, q, parts) => {
    expect(markedParts(text, q)).toEqual(parts);
  });

  it.each([
    ['+1 555 419 3488', '3488', ['+1 555 419 ', '3488']],
    ['+1 555 419 3488', '555 419 3488', ['+1 ', '555 419 3488']],
    ['+44 1632 960100', '01632 960100', ['+44 ', '1632 960100']],
    ['+1 555 419 3488', '419', ['+1 555 419 3488']],
  ])('marks in %s the end that %s is', (text, q, parts) => {
    expect(markedEnd(text, q)).toEqual(parts);
  });

  it.each([
    ['okafor amara', { family: 'Okafor', given: 'Amara' }],
    [
      'de la Cruz, Ana Maria 14 Jul 1945',
      { family: 'de la Cruz', given: 'Ana Maria', birth_date: '14 Jul 1945' },
    ],
    [
      "o'brien 1958-03-12 +1 555 419 3488",
      { family: "O'Brien", birth_date: '1958-03-12', phone: '+1 555 419 3488' },
    ],
    ['A-4711', {}],
  ])('without a match starts a new patient: %s', (q, known) => {
    expect(prefillFromSearch(q)).toEqual({ ...EMPTY_PREFILL, ...known });
  });
});
