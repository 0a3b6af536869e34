import js from '@eslint/js';
import tailwind from 'eslint-plugin-better-tailwindcss';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** Rules that no general plugin has: each one holds a decision of this project. */
const house = {
  rules: {
    // Next's prefetch would run a chart's page and log the chart as read although no one opened it.
    'link-without-prefetch': {
      meta: { type: 'problem', schema: [] },
      create: (context) => ({
        JSXOpeningElement(node) {
          if (node.name.type !== 'JSXIdentifier' || node.name.name !== 'Link') return;
          const prefetch = node.attributes.find(
            (entry) => entry.type === 'JSXAttribute' && entry.name.name === 'prefetch',
          );
          const off =
            prefetch?.value?.type === 'JSXExpressionContainer' && prefetch.value.expression.value === false;
          if (!off)
            context.report({
              node,
              message: 'A <Link> carries prefetch={false}: prefetching would log reads that no one made.',
            });
        },
      }),
    },
    // zod would double the browser's bundle: contracts give the browser types, limits live in rules.ts.
    'no-zod-in-client': {
      meta: { type: 'problem', schema: [] },
      create: (context) => {
        let client = false;
        return {
          Program: (node) => {
            client = node.body.some((statement) => statement.directive === 'use client');
          },
          ImportDeclaration(node) {
            const types =
              node.importKind === 'type' ||
              (node.specifiers.length > 0 && node.specifiers.every((entry) => entry.importKind === 'type'));
            if (client && !types && /^zod(\/|$)/.test(node.source.value))
              context.report({
                node,
                message:
                  'Client files do not import zod: take types from contract.ts and limits from rules.ts.',
              });
          },
        };
      },
    },
    // Spreading a literal only steers the formatter's line breaks.
    'no-literal-spread': {
      meta: { type: 'problem', fixable: 'code', schema: [] },
      create: (context) => {
        const message =
          'Write the members in place: spreading a literal does nothing but steer the formatter.';
        const inner = (literal, members) => {
          const text = context.sourceCode.getText(literal).slice(1, -1).trim();
          return members.length > 0 ? text.replace(/,$/, '') : text;
        };
        const inPlace = (node, literal, members) =>
          context.report({
            node,
            message,
            fix: members.length > 0 ? (fixer) => fixer.replaceText(node, inner(literal, members)) : null,
          });
        return {
          SpreadElement(node) {
            const { parent } = node;
            const asserted = node.argument.type === 'TSAsExpression';
            const argument = asserted ? node.argument.expression : node.argument;
            if (argument.type === 'ObjectExpression' && parent.type === 'ObjectExpression')
              inPlace(node, argument, argument.properties);
            if (argument.type === 'ArrayExpression' && parent.type !== 'ObjectExpression')
              inPlace(node, argument, argument.elements);
          },
          JSXSpreadAttribute(node) {
            if (node.argument.type !== 'ObjectExpression') return;
            const attributes = node.argument.properties.map((property) =>
              property.type === 'Property' && property.key.type === 'Identifier'
                ? `${property.key.name}={${context.sourceCode.getText(property.value)}}`
                : `{...${context.sourceCode.getText(property.argument ?? node.argument)}}`,
            );
            context.report({ node, message, fix: (fixer) => fixer.replaceText(node, attributes.join(' ')) });
          },
        };
      },
    },
    // A drizzle query is sent when it is awaited, and a promise reports its error then. The general rule
    // (no-floating-promises) takes the types of all that is awaited as well, which is three times the time.
    'no-floating': {
      meta: { type: 'problem', schema: [] },
      create: (context) => {
        const typesOf = (node) => {
          const type = context.sourceCode.parserServices.getTypeAtLocation(node);
          const types = type.isUnion() ? type.types : [type];
          return types.flatMap((one) => [one, one.getNumberIndexType() ?? one]);
        };
        const check = (node, ...words) => {
          if (typesOf(node).some((type) => words.every((word) => type.getProperty(word))))
            context.report({
              node,
              message: 'This is not awaited: a query is not sent, an error not seen.',
            });
        };
        const waits = /^(Await|Assignment|Update|Unary|Yield)Expression$/;
        const handles = ({ callee, arguments: given }) =>
          callee?.property?.name === 'catch' || (callee?.property?.name === 'then' && given.length === 2);
        return {
          ExpressionStatement: ({ expression }) => {
            if (!waits.test(expression.type) && !handles(expression)) check(expression, 'then');
          },
          // Allowed for promises, which have started; a query has not.
          "UnaryExpression[operator='void']": ({ argument }) => check(argument, 'then', 'execute'),
          "CallExpression[callee.property.name='forEach'] > ArrowFunctionExpression[expression=true]": ({
            body,
          }) => check(body, 'then'),
        };
      },
    },
  },
};

const everywhere = [
  {
    selector: "MemberExpression[object.name='sql'][property.name='raw']",
    message: 'sql.raw puts text into SQL unescaped; use parameters or sql.identifier.',
  },
  {
    selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']",
    message: 'Raw HTML is not rendered: the text may come from a patient or a laboratory.',
  },
];
const canParse = {
  selector: "MemberExpression[object.name='URL'][property.name='canParse']",
  message: 'parseUrl of server/parse-url.ts: canParse of Node 20 says yes to texts that new URL throws at.',
};
const hostClock = {
  selector: "Property[key.name='updatedAt'] > :matches(Identifier[name='now'], NewExpression).value",
  message: 'databaseTime of server/db/clock.ts: processes on several hosts write updated_at.',
};
const normalize = {
  selector: "CallExpression[callee.property.name='normalize'][arguments.0.value=/^NF/]",
  message: 'normalForm of server/normal-form.ts: many marks in a row take seconds.',
};
const processEnv = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: 'Only server/env.ts reads process.env.',
};

export default tseslint.config(
  {
    ignores: [
      'node_modules',
      'dist',
      '.next',
      '.data*',
      'next-env.d.ts',
      'test-results',
      'playwright-report',
      'components/shell/early-submits.tsx',
      'tests/architecture/unsent-queries.ts',
    ],
  },
  js.configs.recommended,
  tseslint.configs.recommended,
  // They compile each file: a third of the time of linting, where there is no React.
  {
    ...reactHooks.configs.flat.recommended,
    files: ['app/**', 'components/**'],
    rules: { ...reactHooks.configs.flat.recommended.rules, 'react-hooks/exhaustive-deps': 'error' },
  },
  {
    ...jsxA11y.flatConfigs.recommended,
    files: ['app/**/*.tsx', 'components/**/*.tsx'],
    rules: {
      ...jsxA11y.flatConfigs.recommended.rules,
      'jsx-a11y/label-has-associated-control': ['error', { depth: 4 }],
      // What scrolls must be reached by keys (WCAG 2.1.1).
      'jsx-a11y/no-noninteractive-tabindex': [
        'error',
        { tags: ['ul'], roles: ['group', 'region', 'tabpanel'] },
      ],
      // Tables keep their roles where style sheets turn them into blocks on a phone.
      'jsx-a11y/no-redundant-roles': ['error', { thead: ['rowgroup'], tbody: ['rowgroup'] }],
      'jsx-a11y/no-interactive-element-to-noninteractive-role': [
        'error',
        { td: ['cell'], th: ['rowheader', 'columnheader'] },
      ],
      'jsx-a11y/no-noninteractive-element-interactions': [
        'error',
        {
          handlers: ['onClick', 'onMouseDown', 'onMouseUp', 'onKeyDown', 'onKeyUp'],
          dialog: ['onKeyDown'],
          form: ['onKeyDown'],
        },
      ],
    },
  },
  {
    files: ['app/**/*.tsx', 'components/**/*.{ts,tsx}'],
    plugins: { tailwind },
    settings: { 'better-tailwindcss': { entryPoint: 'app/globals.css', detectComponentClasses: true } },
    rules: {
      // Besides those of the style sheets: nested selectors, and names that scripts and tests look for.
      'tailwind/no-unknown-classes': [
        'error',
        {
          ignore: [
            'target',
            'send-panel',
            'must-view',
            'critical-value',
            'flow-value',
            'trend-(band|point|tick|value)',
          ],
        },
      ],
      'tailwind/no-conflicting-classes': 'error',
      'tailwind/no-duplicate-classes': 'error',
    },
  },
  {
    plugins: { house },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'no-undef': 'off', // the type checker knows better
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-new-func': 'error',
      'no-restricted-syntax': ['error', ...everywhere, canParse, processEnv],
      'house/link-without-prefetch': 'error',
      'house/no-zod-in-client': 'error',
      'house/no-literal-spread': 'error',
      'max-lines': ['warn', 400],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrorsIgnorePattern: '^_' },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
    },
  },
  { files: ['docs/client/contract.ts'], rules: { 'max-lines': 'off' } }, // generated
  {
    files: ['server/**'],
    rules: { 'no-restricted-syntax': ['error', ...everywhere, canParse, normalize, hostClock, processEnv] },
  },
  {
    // Whole rows in memory; the statement that stores them sets updated_at.
    files: ['server/domain/lab-results/{apply-report,void-result}.ts'],
    rules: { 'no-restricted-syntax': ['error', ...everywhere, canParse, normalize, processEnv] },
  },
  {
    files: ['server/normal-form.ts'],
    rules: { 'no-restricted-syntax': ['error', ...everywhere, canParse, processEnv] },
  },
  {
    files: ['server/env.ts', 'scripts/**', 'tests/**', '*.config.*'],
    rules: { 'no-restricted-syntax': ['error', ...everywhere] },
  },
  {
    // What is not awaited fails unseen, and a query is not even sent. The second place holds one of each kind.
    files: ['server/**/*.ts', 'tests/architecture/unsent-queries.ts'],
    languageOptions: {
      parserOptions: { project: 'tsconfig.server.json', tsconfigRootDir: import.meta.dirname },
    },
    rules: { 'house/no-floating': 'error' },
  },
  { files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
);
