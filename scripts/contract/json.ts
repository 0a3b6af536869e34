/** An arbitrary OpenAPI document. */
// oxlint-disable-next-line typescript/no-explicit-any -- checked by the assertions
export type Loose = any;

/** Follows a `$ref`, if there is one. */
export function resolve(document: Loose, node: Loose): Loose {
  const pointer = node?.$ref as string | undefined;
  return pointer
    ? pointer
        .slice(2)
        .split('/')
        .reduce((at, key) => at?.[key], document)
    : node;
}
