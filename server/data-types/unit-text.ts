/**
 * UCUM units as clinicians read them: `10*3/uL` is ×10³/µL, `m[IU]/L` is mIU/L. Display only: the value is not converted,
 * and exports and `/v1` contain the unit as received. A unit that is not fully understood is shown as received.
 */
interface Shown {
  text: string;
  /** For screen readers, which read superscripts badly. */
  words: string;
}

/** Atoms of UCUM that take a prefix. */
const METRIC: Readonly<Record<string, string>> = {
  g: 'g',
  L: 'L',
  l: 'L',
  m: 'm',
  s: 's',
  mol: 'mol',
  U: 'U',
  '[IU]': 'IU',
  '[iU]': 'IU',
  osm: 'Osm',
  eq: 'Eq',
  kat: 'kat',
  Pa: 'Pa',
  'm[Hg]': 'mHg',
};
const PREFIXES: Readonly<Record<string, string>> = {
  k: 'k',
  d: 'd',
  c: 'c',
  m: 'm',
  u: 'µ',
  µ: 'µ',
  n: 'n',
  p: 'p',
  f: 'f',
};
const OTHERS: Readonly<Record<string, string>> = {
  '%': '%',
  min: 'min',
  h: 'h',
  d: 'd',
  wk: 'wk',
  mo: 'mo',
  a: 'y',
  Cel: '°C',
  '[degF]': '°F',
  '[pH]': 'pH',
  '[HPF]': 'HPF',
  '[LPF]': 'LPF',
  '[ppm]': 'ppm',
  '[CFU]': 'CFU',
  "[arb'U]": 'arbitrary units',
  "[GPL'U]": 'GPL',
  "[MPL'U]": 'MPL',
  '[in_i]': 'in',
  '[lb_av]': 'lb',
};

const SUPERSCRIPTS = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'] as const;
const raised = (exponent: string): string =>
  exponent.replace('-', '⁻').replace(/\d/g, (digit) => SUPERSCRIPTS[Number(digit)]!);

const POWERS: Readonly<Record<string, string>> = {
  3: 'thousand',
  6: 'million',
  9: 'billion',
  12: 'trillion',
};
const EXPONENTS: Readonly<Record<string, string>> = { 2: 'square', 3: 'cubic' };

const same = (text: string): Shown => ({ text, words: text });

function symbolOf(code: string): string | null {
  if (Object.hasOwn(OTHERS, code)) return OTHERS[code]!;
  if (Object.hasOwn(METRIC, code)) return METRIC[code]!;
  const [prefix, rest] = [code.slice(0, 1), code.slice(1)];
  return Object.hasOwn(PREFIXES, prefix) && Object.hasOwn(METRIC, rest)
    ? `${PREFIXES[prefix]}${METRIC[rest]}`
    : null;
}

/** `{cells}`, `{1.73_m2}` */
const noteText = (note: string): Shown => {
  const plain = note.replaceAll('_', ' ');
  const area = /^(1\.73) ?(?:m2|sq\.? ?m|sqm)$/i.exec(plain);
  return area ? { text: `${area[1]} m²`, words: `${area[1]} square meters` } : same(plain);
};

/** One factor, such as `10*3`, `mmol`, `m2`, `{cells}`, `24` or `mL{FEU}`. */
function factor(code: string, isFirst: boolean): Shown | null {
  const power = /^10[*^](-?\d{1,2})$/.exec(code)?.[1];
  if (power !== undefined)
    return {
      text: `${isFirst ? '×' : ''}10${raised(power)}`,
      words: POWERS[power] ?? `10 to the power of ${power}`,
    };
  if (/^\d+(\.\d+)?$/.test(code)) return same(code);
  const [, atom = '', exponent, note] = /^([^{}]*?)(-?\d)?(?:\{([^{}]+)\})?$/.exec(code) ?? [];
  const after = note === undefined ? null : noteText(note);
  if (atom === '') return exponent === undefined ? after : null;
  const symbol = symbolOf(atom);
  if (symbol === null) return null;
  const base: Shown =
    exponent === undefined
      ? same(symbol)
      : {
          text: `${symbol}${raised(exponent)}`,
          words: EXPONENTS[exponent]
            ? `${EXPONENTS[exponent]} ${symbol}`
            : `${symbol} to the power of ${exponent}`,
        };
  return after ? { text: `${base.text} ${after.text}`, words: `${base.words} ${after.words}` } : base;
}

/** Factors with the operator before each. Points within numbers, brackets and braces are no operators. */
const FACTOR = /([./]?)((?:\d+\.\d+|\{[^{}]*\}|\[[^[\]]*\]|[^./{}[\]\s()])+)/gy;

function read(unit: string): Shown | null {
  // `mg/(24.h)`
  const plain = unit.replace(/\/\((\d+)\.(h|d)\)$/, '/$1.$2');
  let [text, words, end] = ['', '', 0];
  for (const [whole, operator = '', code = ''] of plain.matchAll(FACTOR)) {
    const one = factor(code, end === 0 && operator === '');
    if (!one || (end === 0 && operator === '.') || (end > 0 && operator === '')) return null;
    if (operator === '/') {
      text += `/${one.text}`;
      words += `${words === '' ? '' : ' '}per ${one.words}`;
    } else {
      text += `${text === '' ? '' : ' '}${one.text}`;
      words += `${words === '' ? '' : ' '}${one.words}`;
    }
    end += whole.length;
  }
  return end === plain.length && end > 0 ? { text, words } : null;
}

const known = new Map<string, Shown>();
const MOST = 500;

function shown(unit: string): Shown {
  const found = known.get(unit);
  if (found) return found;
  const made = read(unit) ?? same(unit);
  if (known.size < MOST) known.set(unit, made);
  return made;
}

/** `×10³/µL` */
export const unitText = (unit: string): string => shown(unit).text;

/** `thousand per µL`; the visible text where a screen reader reads it well. */
export function unitWords(unit: string): string {
  const { text, words } = shown(unit);
  return /[×⁻⁰¹²³⁴-⁹]/.test(text) ? words : text;
}
