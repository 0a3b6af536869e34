/**
 * Text of a simple HTML report. Tags that change or hide the meaning of their content (strikethrough, scripts, frames)
 * make the result null and the source is shown instead: a value must never read as a different one.
 */

/** Omitting these tags loses nothing. */
const INLINE = new Set(
  'html head body span b strong i em u small big font center a sub tt code tbody thead tfoot colgroup col label'.split(
    ' ',
  ),
);
const BLOCKS = new Set(
  'p div br hr h1 h2 h3 h4 h5 h6 table tr ul ol li dl dt dd pre blockquote title meta caption section header footer article main address'.split(
    ' ',
  ),
);
/** Ways to hide or strike through text. */
const HIDES =
  /\bhidden\b|display|visibility|opacity|line-through|font-size\s*:\s*0|content\s*:|(?<![-\w])color\s*:\s*(?:#f{3}|white)/i;

/** Null if the meaning depends on rendering. */
export function htmlText(source: string): string | null {
  const parts: string[] = [];
  let at = 0;
  while (at < source.length) {
    const open = source.indexOf('<', at);
    const text = source.slice(at, open === -1 ? source.length : open);
    parts.push(decodeEntities(text.replace(/[ \t\r\n\f]+/g, ' ')));
    if (open === -1) break;
    if (!/[A-Za-z/!?]/.test(source.charAt(open + 1))) {
      // By the HTML standard a plain character: "K < 3.5".
      parts.push('<');
      at = open + 1;
      continue;
    }
    const tag = readTag(source, open);
    if (!tag) return null;
    parts.push(tag.text);
    at = tag.end;
  }
  return parts
    .join('')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** The text that replaces a tag, and the tag's end. */
function readTag(source: string, open: number): { text: string; end: number } | null {
  if (source.startsWith('<!--', open)) return skip(source, open, '-->');
  const end = endOfTag(source, open);
  if (end === null) return null;
  const tag = source.slice(open + 1, end - 1);
  if (tag.startsWith('!')) return /^!doctype\b/i.test(tag) ? { text: '', end } : null;
  const closes = tag.startsWith('/');
  const name = /^\/?([a-z][a-z0-9]*)/i.exec(tag)?.[1]?.toLowerCase() ?? '';
  if (!closes && HIDES.test(tag)) return null;
  if (name === 'style') {
    const style = skip(source, end, '</style>');
    return style && !HIDES.test(source.slice(end, style.end)) ? style : null;
  }
  if (name === 'sup') return { text: closes ? '' : '^', end };
  if (name === 'td' || name === 'th') return { text: closes ? '\t' : '', end };
  if (name === 'img') return { text: '[image]', end };
  if (BLOCKS.has(name)) return { text: name === 'li' && !closes ? '\n- ' : '\n', end };
  return INLINE.has(name) ? { text: '', end } : null;
}

function skip(source: string, from: number, mark: string): { text: string; end: number } | null {
  const rest = source.slice(from).search(new RegExp(mark.replace('/', '\\/'), 'i'));
  return rest === -1 ? null : { text: '', end: from + rest + mark.length };
}

/** The position after the tag's `>`. A `>` in quotes is part of an attribute. */
function endOfTag(source: string, open: number): number | null {
  let quote = '';
  for (let at = open + 1; at < source.length; at++) {
    const character = source.charAt(at);
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '>') return at + 1;
    else if (character === '"' || character === "'") quote = character;
  }
  return null;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  micro: 'µ',
  mu: 'μ',
  deg: '°',
  plusmn: '±',
  le: '≤',
  ge: '≥',
  times: '×',
  middot: '·',
  sup2: '²',
  sup3: '³',
  alpha: 'α',
  beta: 'β',
  gamma: 'γ',
  ndash: '–',
  mdash: '—',
  bull: '•',
  hellip: '…',
  half: '½',
  frac12: '½',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  eacute: 'é',
  egrave: 'è',
};

/** Unknown entities stay unchanged. */
const decodeEntities = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,7})|#[xX]([0-9A-Fa-f]{1,6})|([A-Za-z][A-Za-z0-9]{1,12}));/g,
    (sent, decimal, hex, name) => {
      if (name !== undefined) return Object.hasOwn(ENTITIES, name) ? ENTITIES[name]! : sent;
      const code = decimal !== undefined ? Number(decimal) : Number.parseInt(hex, 16);
      const isCharacter = code >= 0x20 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
      return isCharacter ? String.fromCodePoint(code) : sent;
    },
  );
