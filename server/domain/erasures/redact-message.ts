/**
 * Removes a patient from a stored HL7 v2 message about several patients. Segments and fields stay as empty ones, because
 * the positions of the other patients' reports are counted.
 */

export interface Identity {
  /** MRNs and other numbers. */
  numbers: ReadonlySet<string>;
  /** Family name, first given name and birth date in digits, in lower case: `miller,ann,19450714`. */
  people: ReadonlySet<string>;
}

interface Group {
  start: number;
  end: number;
  isErased: boolean;
}

/** Segments that end the data of a patient. */
const HEADERS = ['MSH', 'FHS', 'BHS', 'FTS', 'BTS'];

/** With the first given name: twins have the same family name and birth date. */
export const personKey = (family: string, given: string, birthDate: string): string =>
  [family, given.trim().split(' ')[0], birthDate.replace(/\D/g, '').slice(0, 8)].join(',').toLowerCase();

function groupsOf(segments: readonly string[], identity: Identity): Group[] {
  const groups: Group[] = [];
  let open: Group | undefined;
  segments.forEach((segment, at) => {
    const name = segment.slice(0, 3);
    if (name !== 'PID' && !HEADERS.includes(name)) return;
    if (open) open.end = at;
    open = undefined;
    if (name !== 'PID') return;
    open = { start: at, end: segments.length, isErased: isAbout(segment, identity) };
    groups.push(open);
  });
  return groups;
}

function isAbout(segment: string, { numbers, people }: Identity): boolean {
  const fields = segment.split(segment[3] ?? '|');
  const sent = [2, 3, 4].flatMap((at) => (fields[at] ?? '').split(/[~^&]/).map((part) => part.trim()));
  if (sent.some((number) => number !== '' && numbers.has(number))) return true;
  const [family = '', given = ''] = (fields[5] ?? '').split('^');
  return family !== '' && people.has(personKey(family.split('&')[0]!, given, fields[7] ?? ''));
}

/**
 * @param bytes in any encoding that contains ASCII
 * @returns the bytes that remain, or whether the whole message or nothing of it is about the patient
 */
export function redactMessage(bytes: Buffer, identity: Identity): Buffer | 'whole' | 'nothing' {
  // One character for each byte, so that unknown encodings stay as they are.
  const parts = bytes.toString('latin1').split(/(\r\n|\r|\n)/);
  const segments = parts.filter((_part, at) => at % 2 === 0);
  const readable = segments.map((segment) =>
    segment.startsWith('PID') ? Buffer.from(segment, 'latin1').toString('utf8') : segment,
  );
  const groups = groupsOf(readable, identity);
  if (!groups.some(({ isErased }) => isErased)) return 'nothing';
  if (groups.every(({ isErased }) => isErased)) return 'whole';
  for (const { start, end, isErased } of groups)
    if (isErased)
      for (let at = start; at < end; at++) {
        const segment = segments[at]!;
        const separator = segment[3] ?? '|';
        segments[at] =
          segment.slice(0, 3) + [...segment.slice(3)].filter((mark) => mark === separator).join('');
      }
  return Buffer.from(parts.map((part, at) => (at % 2 === 0 ? segments[at / 2]! : part)).join(''), 'latin1');
}
