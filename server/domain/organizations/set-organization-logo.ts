import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { organizationLogos, organizations } from '../../db/schema/index';
import { fieldError } from '../../errors/domain-error';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import type { OrganizationSettings, SetLogoInput } from './contract';
import { logoImage } from './logo-image';
import { presentSettings } from './present';
import { MAX_LOGO_BYTES, MAX_LOGO_PIXELS } from './rules';

const CHANGE = { kind: 'write', role: 'admin', peopleOnly: true, stepUp: true } as const;

/** @throws DomainError `validation_failed` (not PNG or JPEG, or too large) */
export function setOrganizationLogo(ctx: Context, input: SetLogoInput): Promise<OrganizationSettings> {
  return perform<OrganizationSettings>(ctx, { action: 'set_organization_logo', ...CHANGE }, async (tx) => {
    const { orgId } = ctx.actor;
    const image = Buffer.from(input.content, 'base64');
    const { contentType } = checked(image);
    const stored = { contentType, image };
    await tx
      .insert(organizationLogos)
      .values({ orgId, ...stored })
      .onConflictDoUpdate({ target: organizationLogos.orgId, set: stored });
    const logo = createHash('sha256').update(image).digest('hex');
    const [row] = await tx.update(organizations).set({ logo }).where(eq(organizations.id, orgId)).returning();
    return {
      output: presentSettings(row!),
      audit: { objectKind: 'organization', objectId: orgId, detail: { sha256: logo, size: image.length } },
    };
  });
}

function checked(image: Buffer) {
  if (image.length > MAX_LOGO_BYTES)
    throw fieldError('/content', 'too_long', `must be at most ${MAX_LOGO_BYTES / 1_024} kB`);
  const found = logoImage(image);
  if (!found) throw fieldError('/content', 'not_allowed', 'must be a PNG or JPEG file');
  const { width, height } = found;
  if (width < 1 || height < 1 || width > MAX_LOGO_PIXELS || height > MAX_LOGO_PIXELS)
    throw fieldError('/content', 'out_of_range', `must be at most ${MAX_LOGO_PIXELS} pixels wide and high`);
  return found;
}

export function removeOrganizationLogo(ctx: Context): Promise<OrganizationSettings> {
  return perform<OrganizationSettings>(ctx, { action: 'remove_organization_logo', ...CHANGE }, async (tx) => {
    const { orgId } = ctx.actor;
    await tx.delete(organizationLogos).where(eq(organizationLogos.orgId, orgId));
    const [row] = await tx
      .update(organizations)
      .set({ logo: null })
      .where(eq(organizations.id, orgId))
      .returning();
    return { output: presentSettings(row!), audit: { objectKind: 'organization', objectId: orgId } };
  });
}
