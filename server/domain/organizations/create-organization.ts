import { organizations } from '../../db/schema/index';
import { withScope } from '../../db/transaction';
import { recordAudit } from '../../shared/audit';
import { translateDatabaseError } from '../../errors/constraints';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { newId, showId } from '../../shared/ids';
import { systemActor } from '../../shared/system-actor';
import { findOrganization } from './find-organization';
import type { SecondFactorRule } from '../../data-types/organization-codes';

export interface CreateOrganizationInput {
  name: string;
  slug: string;
  /** Slug of the live organization. */
  sandbox_of?: string | undefined;
  demo?: boolean;
  second_factor?: SecondFactorRule;
  /** Maximum lifetime of an API key in days; no limit by default. */
  key_max_days?: number | null;
}

export interface Organization {
  id: string;
  object: 'organization';
  slug: string;
  name: string;
}

/**
 * Operator's tool: creates an organization, live or sandbox.
 * @throws DomainError `duplicate_slug`, `not_found` (unknown live organization), `validation_failed`
 */
export async function createOrganization(
  ctx: Omit<Context, 'actor'>,
  input: CreateOrganizationInput,
): Promise<Organization> {
  if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(input.slug))
    throw new DomainError(
      'validation_failed',
      'slug must have 1 to 63 of a-z 0-9 - and start with a letter or digit.',
    );
  const live = input.sandbox_of ? await findOrganization(input.sandbox_of) : null;
  if (live?.sandboxOf) throw new DomainError('invalid_state', 'A sandbox cannot have a sandbox.');
  const id = newId();
  try {
    await withScope({ orgId: id }, async (tx) => {
      await tx.insert(organizations).values({
        id,
        slug: input.slug,
        name: input.name,
        sandboxOf: live?.id ?? null,
        demo: input.demo ?? false,
        secondFactor: input.second_factor ?? 'optional',
        keyMaxDays: input.key_max_days ?? null,
        createdAt: new Date(),
      });
      await recordAudit(
        tx,
        { ...ctx, actor: systemActor(id) },
        {
          action: 'create_organization',
          kind: 'write',
          outcome: 'allowed',
          objectKind: 'organization',
          objectId: id,
        },
      );
    });
  } catch (error) {
    throw translateDatabaseError(error);
  }
  return { id: showId('organization', id), object: 'organization', slug: input.slug, name: input.name };
}
