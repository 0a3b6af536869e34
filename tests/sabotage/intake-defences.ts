import type { Defence } from './defences';

/** Defences of results on their way in. */

const hl7 = (name: string) => `tests/unit/hl7v2/${name}.test.ts`;
const reader = (name: string) => `server/intake/hl7v2/${name}.ts`;

export const INTAKE_DEFENCES: Defence[] = [
  {
    name: 'what a sender broke off is not handed out as a whole message',
    file: reader('mllp-frames'),
    find: 'events.push(byte === FS ? this.#end() : this.#abandon());',
    replace: 'events.push(this.#end());',
    tests: [hl7('mllp-frames')],
  },
  {
    name: 'a frame above the limit is not kept in memory',
    file: reader('mllp-frames'),
    find: 'const room = Math.max(Math.min(to - from, this.#limit - this.#size), 0);',
    replace: 'const room = to - from;',
    tests: [hl7('mllp-frames')],
  },
  {
    name: 'NUL characters inside a message do not vanish',
    file: reader('decode'),
    find: "stripped.replaceAll('\\0', '\\uFFFD')",
    replace: "stripped.replaceAll('\\0', '')",
    tests: [hl7('decode')],
  },
  {
    name: 'a charset that this platform does not have is no failure',
    file: reader('charset'),
    find: 'charset && isSupported(charset.label) ? charset : null',
    replace: 'charset',
    tests: [hl7('decode')],
  },
  {
    name: 'what calls itself 8859/1 and is UTF-8 is read as UTF-8',
    file: reader('decode'),
    find: "if (real === null && charset.kind === 'single')",
    replace: "if (charset.kind === 'single')",
    tests: [hl7('decode')],
  },
  {
    name: 'separators that are not different are refused',
    file: reader('delimiters'),
    find: 'new Set(all).size !== all.length || !all.every(isSeparator)',
    replace: '!all.every(isSeparator)',
    tests: [hl7('message')],
  },
  {
    name: 'the rest of a text behind a line end is not lost',
    file: reader('tokenize'),
    find: '    end = line.end;\n',
    replace: '    if (begins !== null) end = line.end;\n',
    tests: [hl7('message')],
  },
  {
    name: 'escape sequences that are not known stay',
    file: reader('escapes'),
    find: 'parts.push(raw.slice(from, at), text ?? raw.slice(at, end + 1));',
    replace: "parts.push(raw.slice(from, at), text ?? '');",
    tests: [hl7('escapes')],
  },
  {
    name: 'a file that was cut off is told from a small one',
    file: reader('batch'),
    find: 'if (open.FHS || open.BHS) notClosed(warnings);',
    replace: '',
    tests: [hl7('batch')],
  },
  {
    name: 'training messages are refused on live connections',
    file: reader('check-structure'),
    find: '(sandbox && /^[TD]$/.test(processing))',
    replace: '/^[TD]$/.test(processing)',
    tests: [hl7('check-structure')],
  },
  {
    name: 'lines before their order are refused, not read as part of another',
    file: reader('check-structure'),
    find: "else if (segment.name === 'OBX') {",
    replace: "else if (segment.name === 'none') {",
    tests: [hl7('check-structure')],
  },
  {
    name: 'nothing is accepted in the answer that is refused in the check',
    file: reader('acknowledge'),
    find: "if (problem === null) return 'AA';",
    replace: "if (problem === null || problem.outcome === 'error') return 'AA';",
    tests: [hl7('acknowledge')],
  },
  {
    name: 'a number sent as text counts only with a unit',
    file: reader('read-value'),
    find: 'facts.hasUnit ? numberOf(text, facts) : null',
    replace: 'numberOf(text, facts)',
    tests: [hl7('value')],
  },
  {
    name: 'the comparator of a structured number stays with it',
    file: reader('read-value'),
    find: "numberOf(comparator === '=' ? first : text, facts)",
    replace: 'numberOf(first, facts)',
    tests: [hl7('value')],
  },
  {
    name: 'a bound that does not belong to the range is no bound',
    file: reader('read-range'),
    find: "one?.comparator === '<=' ? one.number : null",
    replace: 'one?.comparator ? one.number : null',
    tests: [hl7('value')],
  },
  {
    name: 'a line whose status is not known is not final',
    file: reader('read-observation'),
    find: "  return 'preliminary';\n",
    replace: "  return 'final';\n",
    tests: [hl7('normalise')],
  },
  {
    name: 'reports of two patients in one message stay two',
    file: reader('groups'),
    find: 'groups.patients.push({ pid: segment,',
    replace: 'if (groups.patients.length === 0)\n          groups.patients.push({ pid: segment,',
    tests: [hl7('normalise')],
  },
  {
    name: 'what is not Base64 is no file',
    file: reader('attachments'),
    find: "return isBase64(plain) ? Buffer.from(plain, 'base64') : null;",
    replace: "return Buffer.from(plain, 'base64');",
    tests: [hl7('attachments')],
  },
  {
    name: 'a word behind an embedded file is not swallowed by it',
    file: reader('attachments'),
    find: 'while (next && !file.reached && continues',
    replace: 'while (next && continues',
    tests: [hl7('attachments')],
  },
  {
    name: 'a day keeps being that day',
    file: reader('time'),
    find: 'if (given.length <= 3) return { raw, at: `${date}T00:00:00.000Z`, precision, offset: null };',
    replace: '',
    tests: [hl7('time')],
  },
];
