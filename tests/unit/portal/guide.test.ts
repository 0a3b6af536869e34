import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseGuide, samplesOf } from '@/components/docs/guide';
import { GUIDES } from '@/components/docs/guides';

const sample = '```js a.mjs Does it\nconst a = 1;\n\nexport default a;\n```';

describe('guides', () => {
  it('are all files of docs/guides', () => {
    expect(readdirSync('docs/guides').toSorted()).toEqual(GUIDES.map(({ slug }) => `${slug}.md`).toSorted());
  });

  it('have each JavaScript sample in Python as well', () => {
    const titlesOf = (extension: string) =>
      GUIDES.flatMap((guide) =>
        samplesOf(guide)
          .filter(({ file }) => file.endsWith(extension))
          .map(({ title }) => `${guide.slug}: ${title}`),
      );
    expect(titlesOf('.py')).toEqual(titlesOf('.mjs'));
  });

  it('show commands in blocks that can be copied, not in sentences', () => {
    const inText = GUIDES.flatMap(({ slug }) =>
      readFileSync(`docs/guides/${slug}.md`, 'utf8')
        .replace(/^```[\s\S]*?^```$/gm, '')
        .match(/`(curl|export|node|npm|npx|pip|python3?|Grant-\w+) [^`]*`/g),
    );
    expect(inText.filter(Boolean)).toEqual([]);
  });

  it('are read from Markdown', () => {
    const text = `# Title\n\nSummary.\n\n## Part\n\nA \`<b>\` and\n[a link](/docs).\n\n- One\n- Two\n\n1. First\n2. Second\n\n\`\`\`json Response\n{}\n\`\`\`\n\n\`\`\`sh Install it\nnpm install it\n\`\`\`\n\n${sample}\n\n## Next\n\n<!-- verification -->\n`;
    expect(parseGuide('a', text)).toEqual({
      slug: 'a',
      title: 'Title',
      summary: 'Summary.',
      sections: [
        {
          title: 'Part',
          blocks: [
            'A `<b>` and [a link](/docs).',
            { list: ['One', 'Two'] },
            { steps: ['First', 'Second'] },
            { output: { title: 'Response', code: '{}' } },
            { command: { title: 'Install it', code: 'npm install it' } },
            { sample: { file: 'a.mjs', title: 'Does it', code: 'const a = 1;\n\nexport default a;' } },
          ],
        },
        { title: 'Next', blocks: ['verification'] },
      ],
    });
  });

  it.each([
    'A **bold** word.',
    '![image](/a.png)',
    '> quote',
    '- One\n  1. Two',
    '- One\n  - Two',
    '| a | b |',
    'A <b>tag</b>.',
    '### Small',
    '```js\nno name\n```',
  ])('do not accept %j', (block) => {
    expect(() => parseGuide('a', `# T\n\nS.\n\n## P\n\n${block}\n`)).toThrow('Unsupported Markdown');
  });

  it('have a summary without links and code, which lists show as it is', () => {
    expect(() => parseGuide('a', '# T\n\nSee [b](/docs).\n')).toThrow('the summary is plain text');
  });
});
