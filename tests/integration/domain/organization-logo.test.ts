import { describe, expect, it } from 'vitest';
import { sessionOfSecret } from '../../../server/auth/portal-session';
import { getOrganizationLogo } from '../../../server/domain/organizations/get-organization-logo';
import { MAX_LOGO_BYTES } from '../../../server/domain/organizations/rules';
import {
  removeOrganizationLogo,
  setOrganizationLogo,
} from '../../../server/domain/organizations/set-organization-logo';
import { asSuperuser, auditRows, keyContext, personContext, testOrg } from '../../support/database';
import { personOf, signedIn } from '../../support/people';

/** A PNG or JPEG header of the given size in pixels. */
function png(width: number, height: number, length = 100): Buffer {
  const file = Buffer.alloc(length);
  file.write('89504e470d0a1a0a0000000d49484452', 'hex');
  file.writeUInt32BE(width, 16);
  file.writeUInt32BE(height, 20);
  return file;
}
function jpeg(width: number, height: number): Buffer {
  const file = Buffer.alloc(100);
  file.write('ffd8ffe000040000ffc0000b08', 'hex');
  file.writeUInt16BE(height, 13);
  file.writeUInt16BE(width, 15);
  return file;
}
const as64 = (file: Buffer) => ({ content: file.toString('base64') });

describe('logo of an organization', () => {
  it('is stored as sent, shown by sessions at once, replaced and removed', async () => {
    const { ctx, sid } = await signedIn(await personOf('admin', await testOrg()));
    expect((await sessionOfSecret(sid))?.logo).toBe(null);
    const { logo } = await setOrganizationLogo(ctx, as64(png(120, 40)));
    expect(logo).toMatch(/^[0-9a-f]{64}$/);
    expect((await sessionOfSecret(sid))?.logo).toBe(logo);
    expect(await getOrganizationLogo(ctx, { sha256: logo! })).toEqual({
      contentType: 'image/png',
      image: png(120, 40),
    });
    expect(await auditRows(ctx.requestId)).toContainEqual(
      expect.objectContaining({ action: 'set_organization_logo', detail: { sha256: logo, size: 100 } }),
    );
    const second = (await setOrganizationLogo(ctx, as64(jpeg(200, 100)))).logo!;
    await expect(getOrganizationLogo(ctx, { sha256: logo! })).rejects.toMatchObject({ code: 'not_found' });
    expect((await getOrganizationLogo(ctx, { sha256: second })).contentType).toBe('image/jpeg');
    expect((await removeOrganizationLogo(ctx)).logo).toBe(null);
    await expect(getOrganizationLogo(ctx, { sha256: second })).rejects.toMatchObject({ code: 'not_found' });
    const { orgId } = ctx.actor;
    expect(await asSuperuser('SELECT 1 FROM organization_logos WHERE org_id = $1', [orgId])).toEqual([]);
  });

  it.each([
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')],
    ['GIF', Buffer.from('GIF89a\x01\x00\x01\x00')],
    ['HTML that starts as a JPEG', Buffer.from('\xff\xd8<html>', 'latin1')],
    ['a cut PNG', png(10, 10).subarray(0, 20)],
    ['one byte too many', png(10, 10, MAX_LOGO_BYTES + 1)],
    ['a PNG of 4001 pixels', png(4001, 10)],
    ['a JPEG of 4001 pixels', jpeg(10, 4001)],
    ['a PNG without pixels', png(0, 10)],
  ])('is not %s', async (_name, file) => {
    const { ctx } = await signedIn(await personOf('admin', await testOrg()));
    await expect(setOrganizationLogo(ctx, as64(file))).rejects.toMatchObject({
      code: 'validation_failed',
      extras: { errors: [{ pointer: '/content' }] },
    });
  });

  it('may have the largest size', async () => {
    const { ctx } = await signedIn(await personOf('admin', await testOrg()));
    expect((await setOrganizationLogo(ctx, as64(png(4000, 4000, MAX_LOGO_BYTES)))).logo).not.toBe(null);
  });

  it('is changed by administrators and read by members of its organization only', async () => {
    const org = await testOrg();
    const { ctx } = await signedIn(await personOf('admin', org));
    const { logo } = await setOrganizationLogo(ctx, as64(png(1, 1)));
    const sha256 = logo!;
    const clinician = await personContext(org, 'clinician');
    await expect(setOrganizationLogo(clinician, as64(png(2, 2)))).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(removeOrganizationLogo(clinician)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(getOrganizationLogo(keyContext(org.orgId), { sha256 })).rejects.toMatchObject({
      code: 'forbidden',
    });
    expect((await getOrganizationLogo(await personContext(org, 'viewer'), { sha256 })).image.length).toBe(
      100,
    );
    const stranger = await personContext(await testOrg(), 'viewer');
    await expect(getOrganizationLogo(stranger, { sha256 })).rejects.toMatchObject({ code: 'not_found' });
    // Not even with the same image.
    const { ctx: other } = await signedIn(await personOf('admin', await testOrg()));
    await setOrganizationLogo(other, as64(png(1, 1)));
    await removeOrganizationLogo(other);
    await expect(getOrganizationLogo(other, { sha256 })).rejects.toMatchObject({ code: 'not_found' });
  });
});
