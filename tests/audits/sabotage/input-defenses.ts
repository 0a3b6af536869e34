import type { Defense } from './defenses';
import { INTAKE_DEFENSES } from './intake-defenses';
import { MATCHING_DEFENSES } from './matching-defenses';
import { LABORATORY_DEFENSES } from './laboratory-defenses';
import { ORDER_MESSAGE_DEFENSES } from './order-message-defenses';

const api = (name: string) => `tests/integration/api/${name}.test.ts`;
const unit = (name: string) => `tests/unit/${name}.test.ts`;

export const INPUT_DEFENSES: Defense[] = [
  {
    name: 'a logo is a PNG or JPEG file',
    file: 'server/domain/organizations/set-organization-logo.ts',
    find: "if (!found) throw fieldError('/content', 'not_allowed', 'must be a PNG or JPEG file');",
    replace: "if (!found) return { contentType: 'image/png' as const };",
    tests: ['tests/integration/domain/organization-logo.test.ts'],
  },
  {
    name: 'an invalid address is not an internal error',
    file: 'server/parse-url.ts',
    find: 'return new URL(text, base);\n  } catch {\n    return null;',
    replace: 'return URL.canParse(text, base) ? new URL(text, base) : null;\n  } finally {\n    // nothing',
    tests: [unit('parse-url')],
  },
  {
    name: 'marks in a row are not put into order without end',
    file: 'server/unicode-normal-form.ts',
    find: 'hasFewMarks(value) ? value.normalize(form) : value',
    replace: 'value.normalize(form)',
    tests: [unit('unicode-normal-form')],
  },
  {
    name: 'texts with marks in a row are rejected',
    file: 'server/unicode-normal-form.ts',
    find: '!TOO_MANY_MARKS.test(value)',
    replace: 'value.length > 0',
    tests: [unit('unicode-normal-form')],
  },
  {
    name: 'whole numbers of a query are decimal digits',
    file: 'server/data-types/contract-parts.ts',
    find: String.raw`/^-?\d{1,15}$/.test(value)`,
    replace: 'Boolean(value)',
    tests: [api('bad-input')],
  },
  {
    name: 'the portal reads JSON as strictly as /v1',
    file: 'server/http/trpc-handler.ts',
    find: 'if (ctx && !denial) {\n      body = await recheckedAfter(',
    replace: 'if (ctx && denial) {\n      body = await recheckedAfter(',
    tests: ['tests/integration/garbage/storm.test.ts', 'tests/integration/garbage/json-suite.test.ts'],
  },
  {
    name: 'only the paths that sign-in needs reach next-auth',
    file: 'server/auth/sign-in-request.ts',
    find: "if (!methods) throw new DomainError('not_found', 'The path does not exist.');",
    replace: 'if (!methods) return;',
    tests: ['tests/unit/portal/sign-in-request.test.ts'],
  },
  {
    name: 'addresses that next-auth cannot read are rejected',
    file: 'server/auth/sign-in-request.ts',
    find: 'return url !== null && /^https?:$/.test(url.protocol);',
    replace: 'return true;',
    tests: ['tests/unit/portal/sign-in-request.test.ts'],
  },
  {
    name: 'names of files do not turn the reading direction',
    file: 'server/domain/documents/file-name.ts',
    find: ".replace(DIRECTION, '')",
    replace: '',
    tests: [unit('documents/file-name'), 'tests/integration/garbage/naughty-names.test.ts'],
  },
  {
    name: 'names of files leave by RFC 8187',
    file: 'server/domain/documents/file-name.ts',
    find: 'const encoded = encodeURIComponent(whole).replace(',
    replace: 'const encoded = encodeURI(whole).replace(',
    tests: [unit('documents/file-name'), 'tests/integration/garbage/naughty-names.test.ts'],
  },
  {
    name: 'text is stored in one Unicode form',
    file: 'server/data-types/contract-parts.ts',
    find: 'normalForm(value).trim()',
    replace: 'value.trim()',
    tests: [unit('unicode-normal-form')],
  },
  {
    name: 'a JSON body holds no more values than any operation takes',
    file: 'server/http/rest/json-body.ts',
    find: 'if (values > MAX_VALUES)',
    replace: 'if (values > Infinity)',
    tests: [unit('json-body')],
  },
  {
    name: 'half of a surrogate pair is no text',
    file: 'server/http/rest/json-body.ts',
    find: 'if (!value.isWellFormed())',
    replace: 'if (value.length < 0)',
    tests: [unit('json-body')],
  },
  {
    name: 'a JSON body repeats no key',
    file: 'server/http/rest/json-body.ts',
    find: "if (keys?.has(key)) throw invalidJson('it repeats a key');",
    replace: '',
    tests: [api('bad-input')],
  },
  {
    name: 'a body is read to its limit and no further',
    file: 'server/http/rest/read-body.ts',
    find: 'if (size > limit) return fail(tooLarge(limit));',
    replace: 'if (size < 0) return fail(tooLarge(limit));',
    tests: [api('bad-input'), api('http-rejections')],
  },
  {
    name: 'no decoder is called',
    file: 'server/http/rest/read-body.ts',
    find: "encoding === undefined || encoding.toLowerCase() === 'identity'",
    replace: 'encoding !== null',
    tests: [api('bad-input'), api('http-rejections'), 'tests/integration/garbage/encodings.test.ts'],
  },
  ...INTAKE_DEFENSES,
  ...MATCHING_DEFENSES,
  ...LABORATORY_DEFENSES,
  ...ORDER_MESSAGE_DEFENSES,
  {
    name: 'a time zone that the database does not know is rejected',
    file: 'server/domain/organizations/update-organization-settings.ts',
    find: 'if (wanted.time_zone !== was.time_zone) await assertKnownZone(tx, wanted.time_zone);',
    replace: 'void assertKnownZone;',
    tests: ['tests/integration/domain/organization-settings.test.ts'],
  },
  {
    name: 'a small body has a deadline, however often a byte of it comes',
    file: 'server/http/rest/read-body.ts',
    find: 'limit <= JSON_LIMIT ? setTimeout',
    replace: 'limit < 0 ? setTimeout',
    tests: ['tests/integration/api/slow-bodies.test.ts'],
  },
  {
    name: 'dot segments of a path are rejected, never resolved',
    file: 'server/http/request-info.ts',
    find: 'if (DOT_SEGMENT.test(path)) return null;',
    replace: '',
    tests: ['tests/integration/api/paths.test.ts'],
  },
  {
    name: 'an absolute target names the host of the header',
    file: 'server/http/invalid-request.ts',
    find: 'target !== null && target.toLowerCase()',
    replace: "target === '' && target.toLowerCase()",
    tests: ['tests/integration/api/paths.test.ts'],
  },
];
