import { describe, expect, it } from 'vitest';
import { CRAFTED } from '../../audits/hl7v2/crafted';
import { mutate } from '../../audits/hl7v2/mutate';
import { findFaults, readAll } from '../../audits/hl7v2/read-all';
import { er7, MSH, OBR, PID } from '../../support/hl7';
import { seeded } from '../../support/random';

/** `npm run audit:hl7v2` does this with 50,000 messages, including the collection. */

const SEED = 20_261_123;

describe('hostile messages', () => {
  it('have one readable acknowledgment, and no line is lost', () => {
    const random = seeded(SEED);
    for (let count = 0; count < 700; count++) {
      const bytes = mutate(random.pick(CRAFTED), random);
      const faults = findFaults(readAll(bytes));
      if (faults.length > 0)
        throw new Error(
          `seed ${SEED}, message ${count}: ${faults.join('; ')}\n${JSON.stringify(bytes.toString('latin1'))}`,
        );
    }
  });

  // If parsing is not linear, this takes minutes.
  const size = 60_000;
  const many = (piece: string) => piece.repeat(Math.floor(size / piece.length));
  it.each([
    ['repetitions', `OBX|1|CWE|A||${many('~')}`],
    ['components', `OBX|1|CWE|A||${many('^')}`],
    ['subcomponents', `OBX|1|CWE|A||${many('&')}`],
    ['fields', `OBX|1|CWE|A||${many('|')}`],
    ['escapes', `OBX|1|FT|A||${many('\\')}`],
    ['hexadecimal', `OBX|1|FT|A||${many('\\X0D\\')}`],
    ['blank lines asked for', `OBX|1|FT|A||${many('\\.sp99\\')}`],
    ['line ends', many('\n')],
    ['lines that begin no segment', `NTE|1||${many('x\r')}`],
    ['names', `PID|1||1||${many('~a^b')}\rOBR|1`],
    ['pieces of a file', many('OBX|1|TX|A||JVBERi0x\r')],
    ['notes', many('NTE|1||x\r')],
    ['patients', many('PID|1||1\rOBR|1\r')],
    ['blanks in a range', `OBX|1|NM|A||1|u|1${many(' ')}x`],
  ])('of only %s are read quickly', (_name, text) => {
    expect(findFaults(readAll(er7(MSH, PID, OBR, text)))).toEqual([]);
  });
});
