import type { Loose } from './json';

/** Method, path and Idempotency-Key of each operation, for the client. */
export function clientOperations(document: Loose): string {
  const lines = Object.entries<Loose>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Loose>(methods).map(([method, { operationId, parameters = [] }]) => {
      const takesKey = parameters.some(({ $ref }: Loose) => $ref?.endsWith('/IdempotencyKey'));
      return `  ${operationId}: ['${method.toUpperCase()}', '${path}'${takesKey ? ', true' : ''}],`;
    }),
  );
  return `/** How to call each operation, from docs/openapi.json: npm run openapi:update. */

type Operation = readonly [method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, takesKey?: true];

export const OPERATIONS = {
${lines.join('\n')}
} as const satisfies Record<string, Operation>;
`;
}
