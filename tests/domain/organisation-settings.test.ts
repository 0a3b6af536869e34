import { describe, expect, it } from 'vitest';
import { sessionOfSecret } from '../../server/auth/portal-session';
import { getOrganisationSettings } from '../../server/domain/organisations/get-organisation-settings';
import { updateOrganisationSettings } from '../../server/domain/organisations/update-organisation-settings';
import { auditRows, testOrg } from '../support/database';
import { personOf, signedIn } from '../support/people';

/** Settings of an organisation: each page sends its own part, and what it does not show stays. */

describe('updateOrganisationSettings', () => {
  it('changes what is given and nothing else, and the audit says from what to what', async () => {
    const { ctx, sid } = await signedIn(await personOf('admin', await testOrg()));
    const before = await getOrganisationSettings(ctx);
    const after = await updateOrganisationSettings(ctx, { critical_minutes: 20, hide_names: true });
    expect(after).toEqual({ ...before, critical_minutes: 20, hide_names: true });
    expect(await auditRows(ctx.requestId)).toContainEqual(
      expect.objectContaining({
        action: 'update_organisation_settings',
        detail: {
          critical_minutes: { was: before.critical_minutes, is: 20 },
          hide_names: { was: false, is: true },
        },
      }),
    );
    expect(await updateOrganisationSettings(ctx, {})).toEqual(after);
    // Pages learn of it with the session, at once.
    expect((await sessionOfSecret(sid))?.hideNames).toBe(true);
  });

  it('compares both minutes of a critical result, whichever of them is given', async () => {
    const { ctx } = await signedIn(await personOf('admin', await testOrg()));
    const { critical_alarm_minutes } = await getOrganisationSettings(ctx);
    for (const input of [
      { critical_minutes: critical_alarm_minutes + 1 },
      { critical_alarm_minutes: 10, critical_minutes: 11 },
    ])
      await expect(updateOrganisationSettings(ctx, input)).rejects.toMatchObject({
        ...{ code: 'validation_failed', extras: { errors: [{ pointer: '/critical_alarm_minutes' }] } },
      });
  });
});
