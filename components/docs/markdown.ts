/** The documentation as Markdown, for programs: the guides as they are written, and pages made from the contract. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { SNIPPETS } from '../admin/webhooks/verify-code';
import type { DocsPage } from './find-pages';
import { EXAMPLE_ORIGIN, VERIFICATION } from './guide';
import { OPERATIONS, type Body, type Member, type Operation } from './reference';
import { samplesOf } from './samples';

const code = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``;
const list = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join('\n');
const blocks = (...parts: readonly (string | false)[]) => `${parts.filter(Boolean).join('\n\n')}\n`;

const fieldLine = ({ name, type, required, description }: Member) =>
  `\`${name}\` (${type}${required ? ', required' : ''})${description ? `: ${description}` : ''}`;

const bodyBlocks = (title: string, { mediaType, fields, examples }: Body): string[] => [
  `${title} (\`${mediaType}\`)`,
  list(fields.map(fieldLine)),
  ...examples.flatMap((example) => [`${example.title}:`, code('json', example.text)]),
];

function operationMarkdown(operation: Operation): string {
  const { summary, method, path: at, description, scopes, parameters, bodies, answers } = operation;
  return blocks(
    `# ${summary}`,
    `\`${method} ${at}\``,
    ...description,
    scopes.length > 0 && `Scope: ${scopes.map((scope) => `\`${scope}\``).join(' or ')}`,
    '## Sample request',
    ...samplesOf(operation).flatMap(({ title, curl }) => [title && `${title}:`, code('sh', curl)]),
    parameters.length > 0 && '## Parameters',
    list(
      parameters.map(({ type, place, example, ...one }) =>
        fieldLine({ ...one, type: `${place}, ${type}; for example \`${example}\`` }),
      ),
    ),
    ...bodies.flatMap((body) => bodyBlocks('## Request body', body)),
    ...answers.flatMap(({ status, description: text, bodies: given, codes }) =>
      codes.length > 0
        ? [`## Error ${status}`, `Codes: ${codes.map((one) => `\`${one}\``).join(', ')}`]
        : [`## Response ${status}`, text, ...given.flatMap((body) => bodyBlocks('### Body', body))],
    ),
  );
}

const guideMarkdown = (slug: string, origin: string): string =>
  readFileSync(path.join(process.cwd(), 'docs/guides', `${slug}.md`), 'utf8')
    .replaceAll(EXAMPLE_ORIGIN, origin)
    .replace(
      VERIFICATION,
      SNIPPETS.map(({ language, code: text }) => `${language}:\n\n${code('', text)}`).join('\n\n'),
    );

/** The Markdown of a page of the documentation, for the installation at `origin`. */
export function markdownOf({ href, kind, title, summary, texts }: DocsPage, origin: string): string {
  const [, , part, name] = href.split('/');
  if (part === 'guides') return guideMarkdown(name!, origin);
  const operation = part === 'api' && OPERATIONS.find(({ id }) => id === name);
  return operation ? operationMarkdown(operation) : blocks(`# ${title}`, kind, summary, ...texts);
}

/** Where the Markdown of a page is. */
export const markdownHref = (href: string): string => href.replace('/docs/', '/docs/markdown/');

/** https://llmstxt.org: what the documentation has, with links to its Markdown. */
export function llmsText(origin: string, pages: readonly DocsPage[]): string {
  const section = (title: string, kinds: RegExp) => [
    `## ${title}`,
    list(
      pages
        .filter(({ kind }) => kinds.test(kind))
        .map(({ href, title: name, summary }) => `[${name}](${origin}${markdownHref(href)}): ${summary}`),
    ),
  ];
  return blocks(
    '# Clinical Data Service',
    '> REST API for patients, lab orders and results, documents and webhooks of one organization. JSON over HTTPS below `/v1`, with API keys or OAuth 2.0.',
    `The [OpenAPI 3.1 document](${origin}/v1/openapi.json) has each operation, schema, error and example. TypeScript client: \`npm install ${origin}/docs/client.tgz\`. Python client: \`${origin}/docs/clinical_client.py\`. Postman collection: \`${origin}/docs/postman.json\`.`,
    ...section('Guides', /^Guide$/),
    ...section('Operations', /^Operation$/),
    ...section('Events', /^Event$/),
    ...section('Error codes', /^Error code/),
  );
}
