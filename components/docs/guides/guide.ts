/** A guide as data: its text is shown by the page, its samples are shown by the page and run by the tests. */

export interface Sample {
  /** Name of its file; later samples may import it. */
  file: `${string}.${'sh' | 'mjs'}`;
  /** What it does, in a few words. */
  does: string;
  code: string;
}

/** A paragraph, a list, or a sample. Words between backquotes are code, `[words](address)` is a link. */
export type Block = string | { list: readonly string[] } | { sample: Sample } | 'verification';

export interface Section {
  title: string;
  blocks: readonly Block[];
}

export interface Guide {
  slug: string;
  title: string;
  /** One sentence, also for those who search. */
  summary: string;
  sections: readonly Section[];
}

export const samplesOf = ({ sections }: Guide): Sample[] =>
  sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (typeof block === 'object' && 'sample' in block ? [block.sample] : [])),
  );

/** Where the section stands in its page: `A key` is `#a-key`. */
export const anchorOf = ({ title }: Section): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** What a section says, a paragraph, an entry or the purpose of a sample each. */
export const textsOf = ({ blocks }: Section): string[] =>
  blocks.flatMap((block) => {
    if (block === 'verification') return [];
    if (typeof block === 'string') return [block];
    return 'list' in block ? block.list : [`${block.sample.does} (\`${block.sample.file}\`)`];
  });
