// Finds wording that a reader stumbles over, in names, comments, test names, interface text and documentation.

/** Replacement first; a space in a phrase also matches a line break inside a comment or a paragraph. */
const PHRASES = [
  ['no one, no user', 'nobody'],
  ['a user, a colleague', 'somebody'],
  ['all users', 'everybody'],
  ['anyone, any user', 'anybody'],
  ['the user, or the role', "whoever|whomever|who(se)? it is|whose they are|(is|are) nobody's"],
  ['again, from scratch', 'anew'],
  ['recently', 'lately'],
  ['next to, alongside', 'beside'],
  ['no longer', 'any more'],
  ['still, anyway', 'all the same'],
  ['automatically', 'by (itself|themselves)'],
  ['its own', 'of (its|their) own'],
  ['continue, resume', '(goes|go|went|going|gone) on'],
  ['in progress', 'under way'],
  ['visible, hidden', '(in|out of) sight'],
  ['with certainty', 'for certain'],
  ['fix', 'mend(s|ed|ing)?'],
  ['most severe', 'gravest'],
  ['check, validate, decide', 'judg(e|es|ed|ing)'],
  ['process', '(work|works|worked|working) up'],
  ['reject (input), deny (access), error (noun)', 'refusals?'],
  [
    'handler, endpoint, transport',
    '(the|a|one|this|that|each|every|own|its|public|which|whose) doors?|doors',
  ],
  ['folder, module, layer', '(this|of the|wrong|own) rooms?|the house'],
  ['invalid, unknown, not a', '(is|are|was|were) none'],
  ['valid for, expired', 'good once|good no longer|no longer good|(is|are) good for'],
  ['unsigned, pending', '(what|that|none|which) waits?|waits? for (a|the|its|your) signature'],
  ['is notified, learns, can tell', '(is|are|was|were|be|been|being|who) told'],
  ['reports, shows', 'tells? (of|whether|which|who|what)'],
  ['shows, states, contains', '(it|that|this|page|report|record|laboratory|message|table|row|answer) says'],
  ['is, appears, remains', '(stands?|stood) (in|on|at|there|here|as|for)'],
  ['undo, withdraw', '(take|takes|took|taken) back'],
  ['set aside', '(put|puts) (aside|off)'],
  ['set aside, unmatched', 'fits nobody|turn(s|ed)? away'],
  ['Cancel', 'let it stand|leave it|not now then'],
  ['unknown', 'not known here|could not be found out'],
  ['status, health', 'how (it|they) (fares?|stands?)'],
  ['unchanged, verbatim', 'as (it|they) (is|are|was|were) (kept|stored|sent)'],
  ['a noun', 'what (is|was|are|were) (sent|kept|meant|wanted|asked|given|shown|said|known|left)'],
];

/** Accepted hits. @type {[path: string, words: string][]} */
const ALLOWED = [
  // The user of this name.
  ['server/embedded/run-as.ts', 'nobody'],
];

const GAP = String.raw`(?:[ \t]+|\s*\n\s*(?:(?:\/\/|\*|>)\s*)?)`;

const RULES = PHRASES.map(([instead, phrase]) => ({
  instead,
  pattern: new RegExp(String.raw`\b(?:${phrase.replaceAll(' ', GAP)})\b`, 'gi'),
}));

/**
 * @param {string} file path from the root of the repository
 * @param {string} text
 * @returns {{ file: string, line: number, words: string, instead: string }[]}
 */
export function findWords(file, text) {
  /** @type {ReturnType<typeof findWords>} */
  const hits = [];
  for (const { pattern, instead } of RULES)
    for (const { 0: match, index } of text.matchAll(pattern)) {
      const words = match.replaceAll(/[^\w']+/g, ' ');
      if (ALLOWED.some(([place, word]) => file.includes(place) && word === words.toLowerCase())) continue;
      hits.push({ file, line: text.slice(0, index).split('\n').length, words, instead });
    }
  return hits.sort((a, b) => a.line - b.line);
}
