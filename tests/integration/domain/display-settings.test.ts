import { describe, expect, it } from 'vitest';
import { sessionOfSecret } from '../../../server/auth/portal-session';
import { updateDisplaySettingsInput } from '../../../server/domain/display-settings/contract';
import { updateDisplaySettings } from '../../../server/domain/display-settings/update-display-settings';
import { switchOrganization } from '../../../server/domain/sessions/switch-organization';
import { showId } from '../../../server/shared/ids';
import { auditRows, testOrg } from '../../support/database';
import { personOf, personOfTwo, signedIn } from '../../support/people';

const lookOf = async (sid: string) => {
  const { theme, density } = (await sessionOfSecret(sid))!;
  return { theme, density };
};

describe('display settings', () => {
  it('belong to the user and change one by one', async () => {
    const org = await testOrg();
    const person = await personOf('viewer', org);
    const other = await signedIn(await personOf('viewer', org));
    const { ctx, sid } = await signedIn(person);
    expect(await lookOf(sid)).toEqual({ theme: 'system', density: 'comfortable' });
    await updateDisplaySettings(ctx, { theme: 'dark' });
    expect(await updateDisplaySettings(ctx, { density: 'dense' })).toEqual({
      theme: 'dark',
      density: 'dense',
    });
    const later = await signedIn(person);
    expect(await lookOf(later.sid)).toEqual({ theme: 'dark', density: 'dense' });
    expect(await lookOf(other.sid)).toEqual({ theme: 'system', density: 'comfortable' });
    const [row] = await auditRows(ctx.requestId);
    expect(row).toMatchObject({
      action: 'update_display_settings',
      object_id: person.userId,
      detail: { theme: 'dark' },
    });
  });

  it('apply in all organizations of the user', async () => {
    const { second, person } = await personOfTwo();
    const { ctx, given } = await signedIn(person);
    await updateDisplaySettings(ctx, { theme: 'high-contrast' });
    await switchOrganization(ctx, { id: showId('organization', second.orgId) });
    expect(await lookOf(given.at(-1)!)).toMatchObject({ theme: 'high-contrast' });
  });

  it('reject unknown values and other members', () => {
    for (const input of [{ theme: 'pink' }, { density: 1 }, { name: 'Mallory' }])
      expect(updateDisplaySettingsInput.safeParse(input).success, JSON.stringify(input)).toBe(false);
  });
});
