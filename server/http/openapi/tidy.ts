import { visit, type Json, type OpenApiDocument } from './json';

/**
 * Corrects the output of the generator: patterns of 200 characters that repeat a format, classes of Unicode, which few
 * regular expressions of other languages have, the bounds of JavaScript's integers, `null` as an alternative instead of a type, `example` instead of `examples`. Response schemas are open,
 * because fields may be added within v1. Body schemas are closed, because the service rejects unknown fields.
 */
export function tidySchemas(document: OpenApiDocument): void {
  const { schemas } = document.components as { schemas: Record<string, Json> };
  const bodies = new Set<unknown>();
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path)))
    for (const { schema } of Object.values(operation.requestBody?.content ?? {}))
      gather(schema, schemas, bodies);
  for (const path of Object.values(document.paths))
    for (const operation of Object.values(path)) {
      visit(operation.parameters, tidy);
      for (const { content } of Object.values(operation.responses))
        for (const media of Object.values((content ?? {}) as Record<string, Json>))
          visit(media.schema, answer);
    }
  for (const object of bodies) tidy(object as Json);
  for (const schema of Object.values(schemas))
    visit(schema, (object) => (bodies.has(object) ? undefined : answer(object)));
}

/** Every object of a body schema, through its references. */
function gather(node: unknown, schemas: Record<string, Json>, found: Set<unknown>): void {
  visit(node, (object) => {
    if (found.has(object)) return;
    found.add(object);
    const name = /^#\/components\/schemas\/(.+)$/.exec(String(object.$ref ?? ''))?.[1];
    if (name) gather(schemas[name], schemas, found);
  });
}

function answer(object: Json): void {
  tidy(object);
  if (object.additionalProperties === false) delete object.additionalProperties;
  if ('type' in object) delete object.default;
  if (object.open === true) {
    const words = object.enum as string[];
    object['x-extensible-enum'] = words;
    object.description = [object.description, 'Open list: values may be added.']
      .filter(Boolean)
      .join('. ')
      .replace('..', '.');
    delete object.enum;
    delete object.open;
  }
}

const FORMATS = new Set(['date', 'date-time', 'email', 'uri']);

/** Control characters, in the notation that every dialect of patterns reads. JSON text with half of a surrogate pair (`\p{Cs}`) is rejected before it is validated. */
const CONTROLS = [String.raw`\p{Cc}\p{Cs}`, String.raw`\x00-\x1f\x7f-\x9f`] as const;

function tidy(object: Json): void {
  if (typeof object.pattern === 'string') object.pattern = object.pattern.replace(...CONTROLS);
  if (FORMATS.has(object.format as string)) delete object.pattern;
  if (object.minimum === Number.MIN_SAFE_INTEGER) delete object.minimum;
  if (object.maximum === Number.MAX_SAFE_INTEGER) delete object.maximum;
  if ('example' in object && typeof object.type === 'string' && !('in' in object)) {
    object.examples = [object.example];
    delete object.example;
  }
  const { anyOf } = object as { anyOf?: Json[] };
  if (anyOf?.length !== 2 || anyOf[1]?.type !== 'null') return;
  const [other] = anyOf as [Json];
  if (typeof other.type !== 'string' || 'const' in other) return;
  delete object.anyOf;
  const { description, ...rest } = other;
  Object.assign(object, rest, { type: [other.type, 'null'] });
  if (Array.isArray(other.enum)) object.enum = [...(other.enum as unknown[]), null];
  object.description ??= description;
  if (object.description === undefined) delete object.description;
}
