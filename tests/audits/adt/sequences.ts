import { er7 } from '../../support/hl7';
import type { Random } from '../../support/random';

/** Messages of a made-up hospital: admissions, moves, marriages, new numbers, deletions, in the order of its clock. */

const STREETS = ['1 Main St', '2 Mill Rd', '3 Park Ave', '4 Hill Ln'];
const CITIES = ['Bonn', 'Boston', 'Leeds'];
const EVENTS = ['A01', 'A04', 'A08', 'A08', 'A08', 'A28', 'A31', 'A03', 'A11', 'A60'];

export function madeMessages(random: Random, { people, each }: { people: number; each: number }): Buffer[] {
  let clock = Date.parse('2026-01-01T00:00:00Z');
  let control = 0;
  const prefix = `R${random.below(1_000_000)}`;
  const all = Array.from({ length: people }, (_, person) => {
    const born = `19${String(20 + (person % 80)).padStart(2, '0')}0${1 + (person % 9)}1${person % 9}`;
    return {
      mrn: `${prefix}-${person}`,
      family: `Family${person}`,
      given: `Given${person}`,
      born,
      sex: random.pick(['F', 'M']),
    };
  });
  const messages: Buffer[] = [];
  for (let count = 0; count < people * each; count++) {
    const one = random.pick(all);
    clock += 1_000 * (1 + random.below(500));
    const at = new Date(clock).toISOString().replace(/[-T:]/g, '').slice(0, 14);
    if (random.below(4) === 0) one.family = `Married${random.below(50)}`;
    const maybe = (value: () => string): string => random.pick(['', '', value(), value(), '""']);
    const fields = [
      'PID',
      '1',
      '',
      `${one.mrn}^^^HOSP^MR${random.below(2) ? `~N${one.mrn}^^^NHS^NH` : ''}`,
      '',
      random.below(3) ? `${one.family}^${one.given}` : `${one.family}^${one.given}^M`,
      '',
      // Always: without it, an old name in a late message is a contradiction, and nothing of the message is applied.
      one.born,
      random.below(6) ? one.sex : random.pick(['', 'U']),
      '',
      '',
      maybe(() => `${random.pick(STREETS)}^^${random.pick(CITIES)}^^^${random.pick(['DEU', 'USA', ''])}^H`),
      '',
      maybe(
        () =>
          `(617)555-${1000 + random.below(9000)}${random.below(2) ? `~^NET^Internet^p${random.below(9)}@example.org` : ''}`,
      ),
      maybe(() => `+49 228 ${100000 + random.below(9000)}`),
    ];
    if (random.below(8) === 0) fields[30] = 'N';
    if (random.below(20) === 0) fields[29] = at.slice(0, 8);
    const event = random.pick(EVENTS);
    messages.push(
      er7(
        `MSH|^~\\&|PAS|HOSP|CDS|CLINIC|${at}||ADT^${event}|${prefix}-${++control}|P|2.5.1`,
        `EVN|${event}|${at}`,
        Array.from(fields, (field) => field ?? '').join('|'),
      ),
    );
  }
  return messages;
}
