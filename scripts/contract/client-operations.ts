import type { Loose } from './json';

/** Method, path and Idempotency-Key of each operation, for the clients. */

interface Operation {
  id: string;
  method: string;
  path: string;
  takesKey: boolean;
}

const operationsOf = (document: Loose): Operation[] =>
  Object.entries<Loose>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Loose>(methods).map(([method, { operationId, parameters = [] }]) => ({
      id: operationId as string,
      method: method.toUpperCase(),
      path,
      takesKey: parameters.some(({ $ref }: Loose) => $ref?.endsWith('/IdempotencyKey')),
    })),
  );

export function typescriptOperations(document: Loose): string {
  const lines = operationsOf(document).map(
    ({ id, method, path, takesKey }) => `  ${id}: ['${method}', '${path}'${takesKey ? ', true' : ''}],`,
  );
  return `/** How to call each operation, from docs/openapi.json: npm run openapi:update. */

type Operation = readonly [method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, takesKey?: true];

export const OPERATIONS = {
${lines.join('\n')}
} as const satisfies Record<string, Operation>;
`;
}

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** @param client the Python client, whose list is replaced */
export function pythonClient(document: Loose, client: string): string {
  const lines = operationsOf(document).map(
    ({ id, method, path, takesKey }) =>
      `    "${snake(id)}": ("${method}", "${path}", ${takesKey ? 'True' : 'False'}),\n`,
  );
  return client.replace(/^OPERATIONS = \{\n[^]*?^\}/m, () => `OPERATIONS = {\n${lines.join('')}}`);
}
