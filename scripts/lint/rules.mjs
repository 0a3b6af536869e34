/** Rules for which there is no published plugin: each one enforces a decision of this project. */

const problem = { type: 'problem', schema: [] };

/** A rule that reports each node that matches a selector. */
const forbid = (selector, message) => ({
  meta: problem,
  create: (context) => ({ [selector]: (node) => context.report({ node, message }) }),
});

export default {
  meta: { name: 'project' },
  rules: {
    'no-raw-sql': forbid(
      "MemberExpression[object.name='sql'][property.name='raw']",
      'sql.raw puts text into SQL unescaped; use parameters or sql.identifier.',
    ),
    'no-raw-html': forbid(
      "JSXAttribute[name.name='dangerouslySetInnerHTML']",
      'Raw HTML is not rendered: the text may come from a patient or a laboratory.',
    ),
    'no-can-parse': forbid(
      "MemberExpression[object.name='URL'][property.name='canParse']",
      'parseUrl of server/parse-url.ts: canParse of Node 20 says yes to texts that new URL throws at.',
    ),
    'no-host-clock': forbid(
      "Property[key.name='updatedAt'] > :matches(Identifier[name='now'], NewExpression).value",
      'databaseTime of server/db/clock.ts: processes on several hosts write updated_at.',
    ),
    'no-normalize': forbid(
      "CallExpression[callee.property.name='normalize'][arguments.0.value=/^NF/]",
      'normalForm of server/unicode-normal-form.ts: many marks in a row take seconds.',
    ),
    'no-process-env': forbid(
      "MemberExpression[object.name='process'][property.name='env']",
      'Only server/env.ts reads process.env.',
    ),
    // Next's prefetch would run a chart's page and log the chart as read although no one opened it.
    'link-without-prefetch': {
      meta: problem,
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
              message: 'A <Link> needs prefetch={false}: prefetching would log reads that no user made.',
            });
        },
      }),
    },
    // zod would double the browser's bundle: contracts give the browser types, limits live in rules.ts.
    'no-zod-in-client': {
      meta: problem,
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
      meta: { ...problem, fixable: 'code' },
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
    // `void` before a promise is fine (it runs already), but a drizzle query is sent only when awaited.
    // The general rule (no-floating-promises) allows both.
    'no-void-query': {
      meta: problem,
      create: (context) => {
        const DATABASE = /^(tx|db)$|Tx$|Db$/;
        const start = (node) => {
          if (node.type === 'CallExpression') return start(node.callee);
          if (node.type === 'MemberExpression')
            return DATABASE.test(node.property.name) ? node.property : start(node.object);
          return node;
        };
        const named = (node) => node.type === 'Identifier' && DATABASE.test(node.name);
        return {
          "UnaryExpression[operator='void'] > CallExpression"(node) {
            const first = start(node);
            const passed = node.arguments.some(named) && first.name !== 'answeredByCommit';
            if (named(first) || passed)
              context.report({ node, message: 'A query is sent only when it is awaited.' });
          },
        };
      },
    },
  },
};
