import { indexOf, type DocsPage } from '@/components/docs/find-pages';
import { GUIDES } from '@/components/docs/guides';
import { anchorOf, textsOf } from '@/components/docs/guide';
import { OPERATIONS, type Body, type Operation } from '@/components/docs/reference';
import { titleOf } from '@/server/errors/problem-document';
import { GUIDE } from '@/server/errors/error-guide';
import { STATUS, type ErrorCode } from '@/server/errors/domain-error';
import { EVENT_GUIDE, eventGroups } from '@/server/domain/events/guide';
import { FIELD_GUIDE } from '@/server/shared/field-guide';

/** Everything that the documentation search covers: sections of guides, operations, events and error codes. */

const guides: DocsPage[] = GUIDES.flatMap(({ slug, title, summary, sections }) => [
  {
    href: `/docs/guides/${slug}`,
    title,
    kind: 'Guide',
    names: [slug],
    summary,
    texts: [],
    sectionTexts: sections.flatMap((section) => [section.title, ...textsOf(section)]),
  },
  ...sections.map((section) => {
    const [first = '', ...others] = textsOf(section);
    return {
      href: `/docs/guides/${slug}#${anchorOf(section)}`,
      title: section.title,
      kind: `Guide: ${title}`,
      names: [],
      summary: first,
      texts: others,
    };
  }),
]);

const fieldsOf = (bodies: readonly Body[]): string[] =>
  bodies.flatMap(({ fields }) =>
    fields.map(
      ({ name, type, description }) => `\`${name}\` (${type})${description ? `: ${description}` : ''}`,
    ),
  );

/** A paragraph and the list after it. */
const inOneLine = (text: string): string => text.replace('\n- ', ' ').replaceAll('\n- ', '; ');

const operationPage = (operation: Operation): DocsPage => ({
  href: `/docs/api/${operation.id}`,
  title: operation.summary,
  kind: 'Operation',
  names: [operation.id, `${operation.method} ${operation.path}`, operation.path],
  summary: `\`${operation.method} ${operation.path}\`. ${inOneLine(operation.description[0] ?? '')}`,
  texts: [
    ...operation.description.slice(1),
    ...operation.parameters.map(({ name, description }) => `\`${name}\`: ${description}`),
    ...fieldsOf(operation.bodies),
    ...fieldsOf(operation.answers.flatMap(({ bodies }) => bodies)),
    `Scope: ${operation.scopes.map((scope) => `\`${scope}\``).join(' or ')}`,
  ],
});

const events: DocsPage[] = eventGroups().flatMap((group) =>
  group.events.map(({ type, when }) => ({
    href: `/docs/events/${type}`,
    title: type,
    kind: 'Event',
    names: [type],
    summary: `${when}.`,
    texts: [EVENT_GUIDE[type].action],
  })),
);

const codes: DocsPage[] = (Object.keys(STATUS) as ErrorCode[]).map((code) => ({
  href: `/docs/errors/${code}`,
  title: code,
  kind: `Error code, ${STATUS[code]}`,
  names: [code, String(STATUS[code])],
  summary: GUIDE[code].meaning,
  texts: [titleOf(code), GUIDE[code].action],
}));

const fieldCodes: DocsPage[] = Object.entries(FIELD_GUIDE).map(([code, meaning]) => ({
  href: '/docs/errors#fields',
  title: code,
  kind: 'Field error code',
  names: [code],
  summary: meaning,
  texts: [],
}));

export const PAGES: readonly DocsPage[] = [
  ...guides,
  ...OPERATIONS.map(operationPage),
  ...events,
  ...codes,
  ...fieldCodes,
];

export const DOCS_INDEX = indexOf(PAGES);
