import { keyIn, matches, parseFilter, segmentsOf, type Json } from './filter';
import { invalidValue, ScimError } from './scim-error';

/** PATCH of SCIM (RFC 7644, 3.5.2), in the forms that Entra ID and Okta send. */

const SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const MOST_OPERATIONS = 1_000;
const MOST_PATH = 500;

interface Target {
  /** Attribute, and the one inside it. */
  names: string[];
  /** Of values of a multi-valued attribute. */
  filter: ReturnType<typeof parseFilter> | null;
  sub: string | null;
}

/** @returns a changed copy. @throws ScimError */
export function applyPatch(resource: Json, body: unknown): Json {
  const { schemas, Operations: operations } = (body ?? {}) as { schemas?: unknown; Operations?: unknown };
  if (!Array.isArray(schemas) || !schemas.includes(SCHEMA))
    throw new ScimError(400, 'invalidSyntax', `schemas must contain ${SCHEMA}.`);
  if (!Array.isArray(operations) || operations.length === 0 || operations.length > MOST_OPERATIONS)
    throw new ScimError(400, 'invalidSyntax', `Operations must have 1 to ${MOST_OPERATIONS} items.`);
  const copy = structuredClone(resource);
  for (const operation of operations as unknown[]) applyOne(copy, operation);
  return copy;
}

function applyOne(resource: Json, operation: unknown): void {
  const { op, path, value } = (operation ?? {}) as { op?: unknown; path?: unknown; value?: unknown };
  const kind = typeof op === 'string' ? op.toLowerCase() : '';
  if (!['add', 'replace', 'remove'].includes(kind))
    throw new ScimError(400, 'invalidSyntax', 'op must be add, replace or remove.');
  if (path === undefined || path === null) {
    if (kind === 'remove') throw new ScimError(400, 'noTarget', 'remove requires a path.');
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw invalidValue('Without a path, value must be an object.');
    for (const [name, inner] of Object.entries(value)) change(resource, readPath(name), kind, inner);
    return;
  }
  if (typeof path !== 'string') throw new ScimError(400, 'invalidPath', 'The path is not valid.');
  change(resource, readPath(path), kind, value);
}

function readPath(path: string): Target {
  if (path.length > MOST_PATH) throw new ScimError(400, 'invalidPath', 'The path is not valid.');
  const bracket = /^([^[\]]+)\[(.+)\](?:\.([A-Za-z$][\w-]*))?$/.exec(path);
  const names = segmentsOf(bracket ? bracket[1]! : path);
  if (
    names.length === 0 ||
    names.length > 3 ||
    !names.every((name) => /^(?:urn:[\w:.-]+|[A-Za-z$][\w$-]*)$/.test(name))
  )
    throw new ScimError(400, 'invalidPath', 'The path is not valid.');
  return { names, filter: bracket ? parseFilter(bracket[2]!) : null, sub: bracket?.[3] ?? null };
}

function change(resource: Json, { names, filter, sub }: Target, kind: string, value: unknown): void {
  let holder = resource;
  for (const name of names.slice(0, -1)) {
    const key = keyIn(holder, name);
    const inner = holder[key];
    if (inner === undefined || inner === null) {
      if (kind === 'remove') return;
      holder[key] = {};
    } else if (typeof inner !== 'object' || Array.isArray(inner))
      throw new ScimError(400, 'invalidPath', 'The path is not valid.');
    holder = holder[key] as Json;
  }
  const key = keyIn(holder, names.at(-1)!);
  if (filter) return changeItems(holder, key, filter, sub, kind, value);
  const before = holder[key];
  if (kind === 'remove') {
    // Entra ID names the members to remove in the value.
    if (Array.isArray(before) && Array.isArray(value)) holder[key] = without(before, value);
    else Reflect.deleteProperty(holder, key);
  } else if (kind === 'add' && Array.isArray(before)) {
    const added: unknown[] = Array.isArray(value) ? value : [value];
    holder[key] = [...before, ...without(added, before)];
  } else if (isObject(before) && isObject(value)) holder[key] = { ...before, ...value };
  else holder[key] = value;
}

function changeItems(
  holder: Json,
  key: string,
  filter: NonNullable<Target['filter']>,
  sub: string | null,
  kind: string,
  value: unknown,
): void {
  const items = Array.isArray(holder[key]) ? (holder[key] as Json[]) : [];
  const chosen = items.filter((one) => isObject(one) && matches(one, filter));
  if (kind === 'remove') {
    if (sub === null) holder[key] = items.filter((one) => !chosen.includes(one));
    else for (const one of chosen) Reflect.deleteProperty(one, keyIn(one, sub));
    return;
  }
  if (chosen.length === 0) {
    // `emails[type eq "work"].value` of a user without one: Entra ID expects that it is added.
    const created: Json = Object.fromEntries(
      filter.filter(({ operator }) => operator === 'eq').map(({ path, value: given }) => [path, given]),
    );
    holder[key] = [...items, created];
    chosen.push(created);
  }
  for (const one of chosen)
    if (sub !== null) one[keyIn(one, sub)] = value;
    else if (isObject(value)) Object.assign(one, value);
    else throw invalidValue('The value must be an object.');
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Members are the same if their `value` is. */
const identityOf = (item: unknown): string =>
  JSON.stringify(isObject(item) && item.value !== undefined ? ['value', item.value] : [item]);

function without(items: readonly unknown[], gone: readonly unknown[]): unknown[] {
  const known = new Set(gone.map(identityOf));
  return items.filter((item) => !known.has(identityOf(item)));
}
