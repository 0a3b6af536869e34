// Plans the files of a new resource from the templates in scripts/new-resource/templates.
import fs from 'node:fs';
import path from 'node:path';
import { root, ScriptError } from './root.mjs';

const TEMPLATES = path.join(root, 'scripts/new-resource/templates');

/** Template → file. Both are written for "some things"; the names are replaced. */
const CREATED = {
  'schema.ts': 'server/db/schema/some-things.ts',
  'rules.ts': 'server/domain/some-things/rules.ts',
  'contract.ts': 'server/domain/some-things/contract.ts',
  'access.ts': 'server/domain/some-things/access.ts',
  'create.ts': 'server/domain/some-things/create-some-thing.ts',
  'get.ts': 'server/domain/some-things/get-some-thing.ts',
  'list.ts': 'server/domain/some-things/list-some-things.ts',
  'update.ts': 'server/domain/some-things/update-some-thing.ts',
  'router.ts': 'server/api/routers/some-things.ts',
  'page.tsx': 'app/(portal)/patients/[patientId]/some-things/page.tsx',
  'form.tsx': 'components/some-things/some-thing-form.tsx',
  'integration.test.ts': 'tests/integration/domain/some-things.test.ts',
  'browser.spec.ts': 'tests/browser/some-things.spec.ts',
};

/** File, an anchor that occurs once, and the lines to insert before it. */
const CHANGED = [
  ['server/db/schema/index.ts', "export * from './totp-secrets'", "export * from './some-things';\n"],
  ['server/db/schema/grants.ts', '  totp_secrets: {', '  some_things: { app: KEEP },\n'],
  ['server/domain/patients/chart-items.ts', "} from '../../db/schema/index';", '  someThings,\n'],
  ['server/domain/patients/chart-items.ts', '] as const;\n\n/**', ', someThings'],
  ['server/shared/ids.ts', '} as const;\n\nexport type Kind', "  some_thing: 'smt',\n"],
  [
    'server/api/root.ts',
    'import { createCallerFactory',
    "import { someThingsRouter } from './routers/some-things';\n",
  ],
  ['server/api/root.ts', '});\n\n/** Calls procedures', '  someThings: someThingsRouter,\n'],
  [
    'components/patients/patient-sections.tsx',
    '    { href: `${base}/details`',
    "    { href: `${base}/some-things`, label: 'Some things' },\n",
  ],
  ['tests/integration/matrix/policy.ts', '} as const;\nexport type IdKind', "  someThing: 'smt',\n"],
  [
    'tests/integration/matrix/policy.ts',
    "  'labOrders.listLabOrders': {",
    `  'someThings.listSomeThings': { role: 'viewer' },
  'someThings.getSomeThing': { role: 'viewer', id: 'someThing' },
  'someThings.createSomeThing': { role: 'clinician' },
  'someThings.updateSomeThing': { role: 'clinician', id: 'someThing' },
`,
  ],
];

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {string} words such as `care plan` */
const spellings = (words) => {
  const camel = words.replace(/ (\w)/g, (_, letter) => letter.toUpperCase());
  return [
    words.replaceAll(' ', '-'),
    words.replaceAll(' ', '_'),
    words.replaceAll(' ', '_').toUpperCase(),
    camel,
    capital(camel),
    words,
    capital(words),
  ];
};

/** @param {{ plural: string, singular: string, prefix: string }} names in words */
function renamer({ plural, singular, prefix }) {
  const pairs = [
    ...spellings('some things').map((from, at) => [from, spellings(plural)[at]]),
    ...spellings('some thing').map((from, at) => [from, spellings(singular)[at]]),
    ["'smt'", `'${prefix}'`],
  ];
  return (text) =>
    pairs
      .reduce((all, [from, to]) => all.replaceAll(from, to), text)
      // "a some thing" → "an appointment"
      .replaceAll(/\b([Aa]) (?=[aeiou])/g, '$1n ');
}

/** @param {string} name kebab case, plural */
export function namesOf(name, { singular, prefix } = {}) {
  if (!/^[a-z]+(-[a-z]+)*s$/.test(name))
    throw new ScriptError('Give the plural in lower case with hyphens, such as care-plans.');
  const plural = name.replaceAll('-', ' ');
  const one =
    singular?.replaceAll('-', ' ') ?? plural.replace(/ies$/, 'y').replace(/(?<=[sxz]|ch|sh)es$|s$/, '');
  return { plural, singular: one, prefix: prefix ?? one.replaceAll(/[ aeiou]/g, '').slice(0, 3) };
}

/**
 * @param {ReturnType<typeof namesOf>} names
 * @returns {{ created: [file: string, text: string][], changed: [file: string, text: string][] }}
 */
export function planResource(names) {
  const rename = renamer(names);
  const created = Object.entries(CREATED).map(([template, file]) => [
    rename(file),
    rename(fs.readFileSync(path.join(TEMPLATES, `${template}.txt`), 'utf8')),
  ]);
  const changed = new Map();
  for (const [file, anchor, lines] of CHANGED) {
    const text = changed.get(file) ?? fs.readFileSync(path.join(root, file), 'utf8');
    const parts = text.split(anchor);
    if (parts.length !== 2)
      throw new ScriptError(`${file} has "${anchor}" ${parts.length - 1} times, not once.`);
    changed.set(file, parts.join(`${rename(lines)}${anchor}`));
  }
  return { created, changed: [...changed] };
}
