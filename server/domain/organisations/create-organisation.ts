import { organisations } from '../../db/schema/index';
import { withScope } from '../../db/transaction';
import { recordAudit } from '../audit';
import { translateDatabaseError } from '../constraints';
import type { Context } from '../context';
import { DomainError } from '../errors';
import { newId, showId } from '../ids';
import { systemActor } from '../system-actor';
import { findOrganisation } from './find-organisation';
import type { SecondFactorRule } from './rules';

export interface CreateOrganisationInput {
  name: string;
  slug: string;
  /** Slug of the live organisation that this one is the sandbox of. */
  sandbox_of?: string | undefined;
  demo?: boolean;
  second_factor?: SecondFactorRule;
}

export interface Organisation {
  id: string;
  object: 'organisation';
  slug: string;
  name: string;
}

/**
 * Operator's tool: makes an organisation, live or sandbox.
 * @throws DomainError `duplicate_slug`, `not_found` (unknown live organisation), `validation_failed`
 */
export async function createOrganisation(
  ctx: Omit<Context, 'actor'>,
  input: CreateOrganisationInput,
): Promise<Organisation> {
  if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(input.slug))
    throw new DomainError(
      'validation_failed',
      'slug must have 1 to 63 of a-z 0-9 - and begin with a letter or digit.',
    );
  const live = input.sandbox_of ? await findOrganisation(input.sandbox_of) : null;
  if (live?.sandboxOf) throw new DomainError('invalid_state', 'A sandbox cannot have a sandbox.');
  const id = newId();
  try {
    await withScope({ orgId: id }, async (tx) => {
      await tx.insert(organisations).values({
        id,
        slug: input.slug,
        name: input.name,
        sandboxOf: live?.id ?? null,
        demo: input.demo ?? false,
        secondFactor: input.second_factor ?? 'optional',
        createdAt: new Date(),
      });
      await recordAudit(
        tx,
        { ...ctx, actor: systemActor(id) },
        {
          action: 'create_organisation',
          kind: 'write',
          outcome: 'allowed',
          objectKind: 'organisation',
          objectId: id,
        },
      );
    });
  } catch (error) {
    throw translateDatabaseError(error);
  }
  return { id: showId('organisation', id), object: 'organisation', slug: input.slug, name: input.name };
}
