/**
 * Foreign text inside a sentence that is one string (markup uses `<bdi>`): text that may run from right to left is
 * isolated (UAX #9, FSI and PDI), so that it does not reorder the text around it.
 */
const MAY_TURN =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** Direction marks and paragraph separators: both would end the isolation. */
const MARKS = /[\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;

/** A value with its direction marks as visible symbols: hidden, they would make U+202E and "5.0" read "0.5". */
export const showTurns = (given: string): string =>
  given.replace(TURNS, (mark) => `‹U+${mark.charCodeAt(0).toString(16).toUpperCase()}›`);

const within = (begins: string, given: string): string =>
  MAY_TURN.test(given) ? `${begins}${given.replace(MARKS, '')}\u2069` : given;

/** In the direction of its first letter. */
export const isolate = (given: string): string => within('\u2068', given);

/** From left to right, as in `<bdi dir="ltr">`: a file extension stays at the end. */
export const isolateFile = (name: string): string => within('\u2066', name);
