/** Searches the documentation: every word must match, whole or in part. The place of a match decides the rank. */

export interface DocsPage {
  href: string;
  title: string;
  /** Kind of page: `Operation`, `Error code`, or the title of its guide. */
  kind: string;
  /** Names used by programs: `lab_result.critical`, `createPatient`, `GET /v1/patients`. */
  names: readonly string[];
  /** One or two sentences. */
  summary: string;
  /** Further text, a sentence or a field each. */
  texts: readonly string[];
  /** Of its sections, each of which is a page as well. They count only if no section has all words. */
  sectionTexts?: readonly string[];
}

export interface FoundPage {
  href: string;
  title: string;
  kind: string;
  /** The summary, or the sentences with the words if they are elsewhere. */
  says: string;
}

/** Longer queries are cut to these numbers of characters and words. */
export const MOST_CHARACTERS = 100;
const MOST_WORDS = 8;
/** Results of a page; the others are shown on request. */
export const MOST_FOUND = 30;

const AS_NAME = 1_000;
const WORD_OF_TITLE = 60;
const IN_TITLE = 20;
const IN_SUMMARY = 5;
const IN_TEXT = 1;
const IN_SECTION = 0.1;

const plain = (text: string): string => text.normalize('NFKC').toLowerCase();

export const wordsOf = (query: string): string[] =>
  plain(query.slice(0, MOST_CHARACTERS)).split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);

interface Indexed {
  page: DocsPage;
  names: readonly string[];
  title: string;
  titleWords: readonly string[];
  summary: string;
  texts: readonly string[];
  sectionTexts: readonly string[];
}

export type DocsIndex = readonly Indexed[];

export const indexOf = (pages: readonly DocsPage[]): DocsIndex =>
  pages.map((page) => ({
    page,
    names: page.names.map(plain),
    title: [page.title, ...page.names].map(plain).join(' '),
    titleWords: [page.title, ...page.names].flatMap((text) => plain(text).split(/[^\p{L}\p{N}_]+/u)),
    summary: plain(page.summary),
    texts: page.texts.map(plain),
    sectionTexts: (page.sectionTexts ?? []).map(plain),
  }));

/** 0 without a match. */
function weightOf(word: string, { title, titleWords, summary, texts, sectionTexts }: Indexed): number {
  if (titleWords.includes(word)) return WORD_OF_TITLE;
  if (title.includes(word)) return IN_TITLE;
  if (summary.includes(word)) return IN_SUMMARY;
  if (texts.some((text) => text.includes(word))) return IN_TEXT;
  return sectionTexts.some((text) => text.includes(word)) ? IN_SECTION : 0;
}

function weigh(words: readonly string[], query: string, entry: Indexed): number {
  const weights = words.map((word) => weightOf(word, entry));
  if (weights.includes(0)) return 0;
  const isName = entry.names.includes(query);
  return weights.reduce((sum, weight) => sum + weight, isName ? AS_NAME : 0);
}

const needsSections = (words: readonly string[], entry: Indexed): boolean =>
  words.some((word) => weightOf(word, entry) === IN_SECTION);

/** The text that shows why the page matched. */
function saysOf(words: readonly string[], { page, title, summary, ...entry }: Indexed): string {
  const texts = [...entry.texts, ...entry.sectionTexts];
  const elsewhere = words.filter((word) => !title.includes(word) && !summary.includes(word));
  const holding = (test: (text: string) => boolean) => (elsewhere.length === 0 ? -1 : texts.findIndex(test));
  const all = holding((text) => elsewhere.every((word) => text.includes(word)));
  const at = all >= 0 ? all : holding((text) => elsewhere.some((word) => text.includes(word)));
  return at >= 0
    ? excerpt([...page.texts, ...(page.sectionTexts ?? [])][at]!, elsewhere)
    : excerpt(page.summary, words);
}

const ENOUGH = 200;

/** Whole sentences, from the first with one of the words. */
function excerpt(text: string, words: readonly string[]): string {
  const sentences = text.split(/(?<=[.!?]) (?=[^a-z])/);
  const from = Math.max(
    0,
    sentences.findIndex((sentence) => words.some((word) => plain(sentence).includes(word))),
  );
  const taken = sentences.slice(from, from + 1);
  for (const sentence of sentences.slice(from + 1)) {
    if (taken.join(' ').length + sentence.length >= ENOUGH) break;
    taken.push(sentence);
  }
  return taken.join(' ');
}

/** Best first; equal pages keep their order. */
export function findPages(index: DocsIndex, query: string): FoundPage[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  const found = index
    .map((entry) => ({ entry, weight: weigh(words, words.join(' '), entry) }))
    .filter(({ weight }) => weight > 0);
  const sections = found.map(({ entry }) => entry.page.href).filter((href) => href.includes('#'));
  const hasSection = new Set(sections.map((href) => href.split('#')[0]!));
  return found
    .filter(({ entry }) => !hasSection.has(entry.page.href) || !needsSections(words, entry))
    .sort((a, b) => b.weight - a.weight)
    .map(({ entry }) => ({
      href: entry.page.href,
      title: entry.page.title,
      kind: entry.page.kind,
      says: saysOf(words, entry),
    }));
}
