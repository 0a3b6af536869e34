import { resolve, type Loose } from './json';

/**
 * Compares two OpenAPI documents by the rules of "Compatibility" (docs/api.md): requests of existing clients must stay
 * valid, and what they read must remain. Descriptions and examples may change; operations, optional parameters and
 * fields, response fields, responses and values of open lists may be added.
 */

type Say = (where: string, what: string) => void;

/** @returns one line per breaking change */
export function breakingChanges(before: Loose, after: Loose): string[] {
  const found: string[] = [];
  const say: Say = (where, what) => void found.push(`${where}: ${what}`);
  for (const [path, methods] of Object.entries<Loose>(before.paths ?? {}))
    for (const [method, old] of Object.entries<Loose>(methods)) {
      const where = `${method.toUpperCase()} ${path}`;
      const now = after.paths?.[path]?.[method];
      if (now) new Comparison(before, after, say).operation(where, old, now);
      else say(where, 'the operation is gone');
    }
  for (const [event, { post: old }] of Object.entries<Loose>(before.webhooks ?? {})) {
    const now = after.webhooks?.[event]?.post;
    if (now) new Comparison(before, after, say).delivery(`webhook ${event}`, old, now);
    else say(`webhook ${event}`, 'the event is gone');
  }
  return [...new Set(found)];
}

/**
 * `request`: written by the client, so it may only accept more. `answer`: read by the client, so it may only contain
 * more.
 */
type Side = 'request' | 'answer';

class Comparison {
  /** Pairs being compared, so that recursive schemas terminate. */
  private readonly open = new Set<string>();

  constructor(
    private readonly before: Loose,
    private readonly after: Loose,
    private readonly say: Say,
  ) {}

  operation(where: string, old: Loose, now: Loose): void {
    if (old.operationId !== now.operationId)
      this.say(where, `operationId ${old.operationId} became ${now.operationId}`);
    this.scopes(where, old, now);
    this.parameters(where, old, now);
    this.body(`${where} body`, old.requestBody, now.requestBody);
    for (const [status, answer] of Object.entries<Loose>(old.responses ?? {})) {
      const other = now.responses?.[status];
      if (other) this.answer(`${where} ${status}`, this.old(answer), this.now(other));
      else this.say(`${where} ${status}`, 'the answer is gone');
    }
    const success = (of: Loose) => Object.keys(of.responses ?? {}).filter((code) => code.startsWith('2'));
    for (const status of success(now))
      if (!success(old).includes(status)) this.say(`${where} ${status}`, 'success has another status');
  }

  /** For webhooks the client is the receiver: it reads headers and body. */
  delivery(where: string, old: Loose, now: Loose): void {
    for (const given of old.parameters ?? []) {
      const { name, in: place } = this.old(given);
      if (
        !(now.parameters ?? [])
          .map((other: Loose) => this.now(other))
          .some((other: Loose) => other.name === name && other.in === place)
      )
        this.say(`${where} header ${name}`, 'is gone');
    }
    this.content(where, old.requestBody?.content, now.requestBody?.content, 'answer');
  }

  private scopes(where: string, old: Loose, now: Loose): void {
    const before = (old['x-required-scopes'] ?? []) as string[];
    const after = (now['x-required-scopes'] ?? []) as string[];
    // Any one scope is sufficient, so each previous one must remain sufficient.
    for (const scope of before)
      if (after.length > 0 && !after.includes(scope))
        this.say(where, `the scope ${scope} is no longer enough`);
    if (before.length === 0 && after.length > 0) this.say(where, `now needs the scope ${after.join(' or ')}`);
  }

  private parameters(where: string, old: Loose, now: Loose): void {
    const key = (parameter: Loose) => `${parameter.in} parameter ${parameter.name}`;
    const before = new Map<string, Loose>(
      (old.parameters ?? []).map((p: Loose) => [key(this.old(p)), this.old(p)]),
    );
    const after = new Map<string, Loose>(
      (now.parameters ?? []).map((p: Loose) => [key(this.now(p)), this.now(p)]),
    );
    for (const [name, parameter] of before) {
      const other = after.get(name);
      if (!other) {
        this.say(`${where} ${name}`, 'is gone');
        continue;
      }
      if (other.required && !parameter.required) this.say(`${where} ${name}`, 'is now required');
      if ((parameter.style ?? '') !== (other.style ?? '') || parameter.explode !== other.explode)
        this.say(`${where} ${name}`, 'is written in another way');
      this.schema(`${where} ${name}`, parameter.schema, other.schema, 'request');
    }
    for (const [name, parameter] of after)
      if (!before.has(name) && parameter.required) this.say(`${where} ${name}`, 'is new and required');
  }

  private body(where: string, old: Loose, now: Loose): void {
    if (now?.required && !old?.required) this.say(where, 'is now required');
    if (old && !now) return this.say(where, 'is gone');
    if (old) this.content(where, old.content, now.content, 'request');
  }

  private answer(where: string, old: Loose, now: Loose): void {
    for (const name of Object.keys(old.headers ?? {})) {
      if (!now.headers?.[name]) this.say(`${where} header ${name}`, 'is gone');
      else if (this.old(old.headers[name]).required && !this.now(now.headers[name]).required)
        this.say(`${where} header ${name}`, 'is no longer always there');
    }
    for (const code of (old['x-error-codes'] ?? []) as string[])
      if (!now['x-error-codes']?.includes(code)) this.say(where, `the error code ${code} is gone`);
    this.content(where, old.content, now.content, 'answer');
  }

  private content(where: string, old: Loose, now: Loose, side: Side): void {
    for (const [type, media] of Object.entries<Loose>(old ?? {})) {
      const other = now?.[type];
      if (!other) this.say(where, `the media type ${type} is gone`);
      else this.schema(where, media.schema ?? {}, other.schema ?? {}, side);
    }
  }

  private schema(where: string, given: Loose, other: Loose, side: Side): void {
    const pair = `${given?.$ref ?? ''} ${other?.$ref ?? ''}`;
    if (pair.includes('#')) {
      if (this.open.has(pair)) return;
      this.open.add(pair);
    }
    const old = this.old(given) ?? {};
    const now = this.now(other) ?? {};
    this.types(where, old, now, side);
    this.words(where, old, now, side);
    if (side === 'request') this.limits(where, old, now);
    this.members(where, old, now, side);
    if (old.items) this.schema(`${where}[]`, old.items, now.items ?? {}, side);
    else if (now.items && side === 'request') this.schema(`${where}[]`, {}, now.items, side);
    if (typeof old.additionalProperties === 'object' && typeof now.additionalProperties === 'object')
      this.schema(`${where}.*`, old.additionalProperties, now.additionalProperties, side);
    this.alternatives(where, old, now, side);
    if (pair.includes('#')) this.open.delete(pair);
  }

  private types(where: string, old: Loose, now: Loose, side: Side): void {
    const before = typesOf(old);
    const after = typesOf(now);
    const [wide, narrow] = side === 'request' ? [after, before] : [before, after];
    // A request may accept more types and a response may use fewer. No type means any.
    const lost =
      wide === null
        ? []
        : narrow === null
          ? ['any']
          : narrow.filter((type) => !wide.includes(type) && !(type === 'integer' && wide.includes('number')));
    if (lost.length > 0) this.say(where, `the type was ${before ?? 'any'} and is ${after ?? 'any'}`);
    const format = (of: Loose) => of.format ?? of.contentEncoding ?? null;
    if (format(old) !== format(now) && !(side === 'request' ? format(now) === null : format(old) === null))
      this.say(where, `the format was ${format(old) ?? 'free'} and is ${format(now) ?? 'free'}`);
    if ('const' in old && side === 'answer' && old.const !== now.const)
      this.say(where, `was always ${old.const} and is ${now.const ?? 'anything'}`);
    if ('const' in now && side === 'request' && old.const !== now.const)
      this.say(where, `must now be ${now.const}`);
  }

  private words(where: string, old: Loose, now: Loose, side: Side): void {
    const open = (of: Loose) => of['x-extensible-enum'] as unknown[] | undefined;
    const removed = (before: unknown[], after: unknown[]) => before.filter((word) => !after.includes(word));
    const gone = (words: unknown[]) =>
      words.length > 0 &&
      this.say(where, `${words.map((word) => `"${word}"`).join(', ')} no longer among the words`);
    if (open(old)) gone(removed(open(old)!, open(now) ?? now.enum ?? []));
    const [before, after] = [old.enum as unknown[] | undefined, now.enum as unknown[] | undefined];
    if (before) gone(removed(before, after ?? open(now) ?? (side === 'request' ? before : [])));
    if (side === 'request' && !before && after) this.say(where, 'takes only a closed list of words now');
    if (side === 'answer' && before && after) {
      const added = removed(after, before);
      if (added.length > 0)
        this.say(
          where,
          `${added.map((word) => `"${word}"`).join(', ')} is new in a list that is not called open`,
        );
    }
    if (side === 'answer' && before && !after) this.say(where, 'was a closed list of words');
  }

  private limits(where: string, old: Loose, now: Loose): void {
    for (const limit of ['maxLength', 'maxItems', 'maximum', 'maxProperties'])
      if (now[limit] !== undefined && (old[limit] === undefined || now[limit] < old[limit]))
        this.say(where, `${limit} was ${old[limit] ?? 'not set'} and is ${now[limit]}`);
    for (const limit of ['minLength', 'minItems', 'minimum', 'minProperties'])
      if (now[limit] !== undefined && now[limit] > (old[limit] ?? (limit === 'minimum' ? -Infinity : 0)))
        this.say(where, `${limit} was ${old[limit] ?? 'not set'} and is ${now[limit]}`);
    // Whether a new pattern accepts everything the old one did is undecidable here, so every change is reported.
    if (now.pattern !== undefined && now.pattern !== old.pattern)
      this.say(where, 'the pattern is another one');
  }

  private members(where: string, old: Loose, now: Loose, side: Side): void {
    const before = (old.properties ?? {}) as Record<string, Loose>;
    const after = (now.properties ?? {}) as Record<string, Loose>;
    const required = (of: Loose, name: string) => ((of.required ?? []) as string[]).includes(name);
    for (const [name, schema] of Object.entries(before)) {
      const at = `${where}.${name}`;
      if (!after[name]) {
        this.say(at, 'is gone');
        continue;
      }
      if (side === 'request' && required(now, name) && !required(old, name)) this.say(at, 'is now required');
      if (side === 'answer' && required(old, name) && !required(now, name))
        this.say(at, 'is no longer always there');
      this.schema(at, schema, after[name], side);
    }
    if (side === 'request')
      for (const name of Object.keys(after))
        if (!before[name] && required(now, name)) this.say(`${where}.${name}`, 'is new and required');
    if (side === 'request' && now.additionalProperties === false && old.additionalProperties !== false)
      if (old.properties || old.additionalProperties) this.say(where, 'unknown fields are rejected now');
  }

  private alternatives(where: string, old: Loose, now: Loose, side: Side): void {
    for (const word of ['allOf', 'anyOf', 'oneOf'] as const) {
      const before = (old[word] ?? []) as Loose[];
      const after = (now[word] ?? []) as Loose[];
      before.forEach((schema, index) => {
        if (after[index]) this.schema(where, schema, after[index], side);
        else if (side === 'request' || word === 'allOf') this.say(where, `a part of ${word} is gone`);
      });
      const grows = word === 'allOf' ? side === 'request' : side === 'answer';
      if (after.length > before.length && (before.length > 0 || word === 'allOf') && grows)
        this.say(where, `${word} has a new part`);
    }
  }

  private readonly old = (node: Loose): Loose => resolve(this.before, node);
  private readonly now = (node: Loose): Loose => resolve(this.after, node);
}

function typesOf(schema: Loose): string[] | null {
  if (schema.type !== undefined) return [schema.type].flat();
  if (schema.const !== undefined) return [typeof schema.const];
  return null;
}
