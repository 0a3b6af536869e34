import fc from 'fast-check';
import { who } from './arbitraries';
import type { Model, Who } from './model';
import { post } from './settle';
import type { World } from './world';

/** A client that received no response repeats its POST, unchanged or, by mistake, with another body. */

export interface RepeatStep {
  do: 'repeatPost';
  as: Who;
  at: number;
  altered: boolean;
}

export const repeatSteps: fc.Arbitrary<RepeatStep>[] = [
  fc.record({
    do: fc.constant('repeatPost' as const),
    as: who,
    at: fc.nat({ max: 5 }),
    altered: fc.constantFrom(false, false, true),
  }),
];

const POSTS: Record<string, { action: string; alteration: object }> = {
  '/v1/patients': { action: 'create_patient', alteration: { language: 'de' } },
  '/v1/labs/orders': { action: 'create_lab_order', alteration: { notes: 'Other' } },
  '/v1/documents': { action: 'create_document', alteration: { title: 'Other' } },
  '/v1/webhooks': { action: 'create_webhook', alteration: { description: 'Other' } },
};

export async function doRepeat(model: Model, world: World, { as, at, altered }: RepeatStep): Promise<void> {
  const { kept } = model.orgs[as];
  const first = kept[at % Math.max(kept.length, 1)];
  if (!first) return;
  const { action, alteration } = POSTS[first.path]!;
  // Before its key is looked up, an altered request can only be rejected because of its patient.
  const gone =
    first.of.deleted || first.path === '/v1/documents' ? ['patient_not_found', 'patient_not_active'] : [];
  await post(model, world, as, {
    action,
    path: first.path,
    body: altered ? { ...first.body, ...alteration } : first.body,
    key: first.key,
    verdict: gone,
    patients: () => first.patients,
    done: () => {
      throw new Error(`${action}: a repeated request was carried out a second time`);
    },
  });
}
