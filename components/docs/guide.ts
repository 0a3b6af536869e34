/**
 * Reads a guide from Markdown (docs/guides). Blocks are headings, paragraphs, lists and code samples; anything else is an
 * error, so that no syntax is shown as text. Within a block `Prose` renders code and links.
 */

export interface Sample {
  /** File name. */
  file: string;
  title: string;
  code: string;
}

/** A paragraph, a list, steps, a sample, what it returns, commands, or the code that verifies signatures. */
export type Block =
  | string
  | { list: readonly string[] }
  | { steps: readonly string[] }
  | { sample: Sample }
  | { output: { title: string; code: string } }
  | { command: { title: string; code: string } }
  | 'verification';

export interface Section {
  title: string;
  blocks: readonly Block[];
}

export interface Guide {
  slug: string;
  title: string;
  /** The first paragraph. */
  summary: string;
  sections: readonly Section[];
}

const FENCE = /^```(?:sh|js|py) (\S+\.(?:sh|mjs|py)) (.+)\n([\s\S]*)\n```$/;
/** To copy, such as the installation of a client; not a file. */
const COMMAND = /^```(?:sh|powershell) (?!\S+\.\w+ )(.+)\n([\s\S]*)\n```$/;
const OUTPUT = /^```json (.+)\n([\s\S]*)\n```$/;
/** Replaced by the address of the installation. */
export const EXAMPLE_ORIGIN = 'https://clinical.example.org';
/** Replaced by the code that verifies signatures. */
export const VERIFICATION = '<!-- verification -->';
/** Emphasis, images, HTML, tables, quotes and nested lists. */
const UNSUPPORTED = /\*\*|__|!\[|^\s|^[#|>]|<[a-z!/]/m;
const CODE = /`[^`\n]*`/g;

function blockOf(text: string): Block {
  const [, file, title, code] = FENCE.exec(text) ?? [];
  if (file && title && code !== undefined) return { sample: { file, title, code } };
  const [, shown, json] = OUTPUT.exec(text) ?? [];
  if (shown && json !== undefined) return { output: { title: shown, code: json } };
  const [, purpose, command] = COMMAND.exec(text) ?? [];
  if (purpose && command !== undefined) return { command: { title: purpose, code: command } };
  if (text === VERIFICATION) return 'verification';
  const lines = text.split('\n');
  if (UNSUPPORTED.test(text.replace(CODE, 'code')) || text.includes('```'))
    throw new Error(`Unsupported Markdown: ${text}`);
  if (lines.every((line) => line.startsWith('- '))) return { list: lines.map((line) => line.slice(2)) };
  if (lines.every((line, index) => line.startsWith(`${index + 1}. `)))
    return { steps: lines.map((line) => line.replace(/^\d+\. /, '')) };
  return lines.join(' ');
}

/** A blank line ends a block, except in a sample. */
function blocksOf(markdown: string): string[] {
  return markdown.match(/^```[^`\n]+\n[\s\S]*?\n```$|^\S[\s\S]*?(?=\n\n|\n?$(?![\s\S]))/gm) ?? [];
}

export function parseGuide(slug: string, markdown: string): Guide {
  const [heading = '', summary = '', ...texts] = blocksOf(markdown.trim());
  if (!heading.startsWith('# ')) throw new Error(`${slug}: starts with a heading of level 1`);
  if (/[`\]]/.test(summary)) throw new Error(`${slug}: the summary is plain text`);
  const sections: { title: string; blocks: Block[] }[] = [];
  for (const text of texts) {
    if (text.startsWith('## ')) sections.push({ title: text.slice(3), blocks: [] });
    else if (sections.length === 0) throw new Error(`${slug}: text before the first section`);
    else sections.at(-1)!.blocks.push(blockOf(text));
  }
  return { slug, title: heading.slice(2), summary, sections };
}

export const samplesOf = ({ sections }: Guide): Sample[] =>
  sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (typeof block === 'object' && 'sample' in block ? [block.sample] : [])),
  );

/** The ID of a section in its page: `Get a key` is `#get-a-key`. */
export const anchorOf = ({ title }: Section): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** The texts of a section for the search. */
export const textsOf = ({ blocks }: Section): string[] =>
  blocks.flatMap((block) => {
    if (block === 'verification') return [];
    if (typeof block === 'string') return [block];
    if ('output' in block) return [];
    if ('command' in block) return [`${block.command.title}: \`${block.command.code}\``];
    if ('steps' in block) return block.steps;
    return 'list' in block ? block.list : [`${block.sample.title} (\`${block.sample.file}\`)`];
  });
