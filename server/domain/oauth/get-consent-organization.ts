import { assertAllowed, perform, type Operation } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { notFound, showId } from '../../shared/ids';
import { consentCsrf } from './consent';
import { findConsentPlace } from './consent-organization';
import type { ConsentOrganization } from './contract';

const operation: Operation<ConsentOrganization> = {
  action: 'get_consent_organization',
  kind: 'read',
  peopleOnly: true,
};

/**
 * Finds the user's other organization to which a consent request belongs.
 * @throws DomainError `not_found` if it is the current organization or not the user's, expired, decided, or owned by
 * another session
 */
export async function getConsentOrganization(
  ctx: Context,
  input: { id: string },
): Promise<ConsentOrganization> {
  assertAllowed(ctx, operation);
  const place = await findConsentPlace(ctx, input.id);
  return perform(ctx, operation, () => {
    if (!place) throw notFound();
    return Promise.resolve({
      output: {
        object: 'consent_organization' as const,
        organization: { id: showId('organization', place.orgId), name: place.name },
        app: place.app,
        second_factor: place.secondFactor,
        csrf: consentCsrf(ctx.session!.id, input.id),
      },
      audit: { objectKind: 'organization', objectId: place.orgId },
    });
  });
}
