import { describe, expect, it } from 'vitest';
import { sessionOfSecret } from '../../../server/auth/portal-session';
import { exportAuditEvents } from '../../../server/domain/audit-log/export-audit-events';
import { listAuditEntries } from '../../../server/domain/audit-log/list-audit-entries';
import { zonesWith } from '../../../app/_lib/zones';
import { countExpiredDataInput, updateSettingsInput } from '../../../server/domain/organizations/contract';
import { getOrganizationSettings } from '../../../server/domain/organizations/get-organization-settings';
import { previewSecondFactor } from '../../../server/domain/organizations/preview-second-factor';
import { updateOrganizationSettings } from '../../../server/domain/organizations/update-organization-settings';
import { beginTotp } from '../../../server/domain/second-factors/begin-totp';
import { confirmTotp } from '../../../server/domain/second-factors/confirm-totp';
import { asSuperuser, auditRows, testOrg } from '../../support/database';
import { personOf, signedIn } from '../../support/people';
import { codeOf } from '../../support/second-factors';

/** Settings of an organization: each page sends its own part, and omitted settings keep their value. */

describe('updateOrganizationSettings', () => {
  it('changes the given fields only and audits old and new values', async () => {
    const { ctx, sid } = await signedIn(await personOf('admin', await testOrg()));
    const before = await getOrganizationSettings(ctx);
    const after = await updateOrganizationSettings(ctx, { critical_minutes: 20, hide_names: true });
    expect(after).toEqual({ ...before, critical_minutes: 20, hide_names: true });
    expect(await auditRows(ctx.requestId)).toContainEqual(
      expect.objectContaining({
        action: 'update_organization_settings',
        detail: {
          critical_minutes: { was: before.critical_minutes, is: 20 },
          hide_names: { was: false, is: true },
        },
      }),
    );
    const { data } = await listAuditEntries(ctx, { limit: 20, topic: 'configuration' });
    const changes = [
      { field: 'critical_minutes', was: before.critical_minutes, is: 20 },
      { field: 'hide_names', was: false, is: true },
    ];
    expect(data[0]).toMatchObject({ fields: ['critical_minutes', 'hide_names'], changes });
    const { content } = await exportAuditEvents(ctx, { topic: 'configuration' });
    expect(content).toContain('"critical_minutes hide_names"');
    expect(await updateOrganizationSettings(ctx, {})).toEqual(after);
    // Pages get the new value with the session, at once.
    expect((await sessionOfSecret(sid))?.hideNames).toBe(true);
  });

  it('rejects a change of a setting that another user has changed, and keeps their changes of others', async () => {
    const { ctx } = await signedIn(await personOf('admin', await testOrg()));
    const { critical_minutes, audit_retention_years } = await getOrganizationSettings(ctx);
    await updateOrganizationSettings(ctx, { critical_minutes: 20, was: { critical_minutes } });
    const audit = { audit_retention_years: 7, was: { audit_retention_years } };
    expect(await updateOrganizationSettings(ctx, audit)).toMatchObject({
      critical_minutes: 20,
      audit_retention_years: 7,
    });
    await expect(
      updateOrganizationSettings(ctx, { critical_minutes: 15, was: { critical_minutes } }),
    ).rejects.toMatchObject({ code: 'version_mismatch' });
    expect(await getOrganizationSettings(ctx)).toMatchObject({ critical_minutes: 20 });
  });

  it('changes paper size and accent color of pages at once, and rejects unknown ones', async () => {
    const { ctx, sid } = await signedIn(await personOf('admin', await testOrg()));
    expect(await sessionOfSecret(sid)).toMatchObject({ paperSize: 'a4', accentColor: 'teal' });
    await updateOrganizationSettings(ctx, { paper_size: 'letter', accent_color: 'violet' });
    expect(await sessionOfSecret(sid)).toMatchObject({ paperSize: 'letter', accentColor: 'violet' });
    for (const input of [{ paper_size: 'a3' }, { accent_color: '#ff0000' }, { accent_color: null }])
      expect(updateSettingsInput.safeParse(input).success, JSON.stringify(input)).toBe(false);
  });

  it('accepts every offered time zone, rejects those unknown to the database, and applies to pages at once', async () => {
    const { ctx, sid } = await signedIn(await personOf('admin', await testOrg()));
    await updateOrganizationSettings(ctx, { time_zone: 'Pacific/Auckland' });
    expect((await sessionOfSecret(sid))?.timeZone).toBe('Pacific/Auckland');
    expect(await auditRows(ctx.requestId)).toContainEqual(
      expect.objectContaining({ detail: { time_zone: { was: 'UTC', is: 'Pacific/Auckland' } } }),
    );
    const known = await asSuperuser<{ name: string }>('SELECT name FROM pg_timezone_names', []);
    const names = new Set(known.map(({ name }) => name));
    expect(zonesWith('Europe/Kiev').filter((name) => !names.has(name))).toEqual([]);
    expect(zonesWith('UTC')).not.toContain('Europe/Kiev');
    expect(zonesWith('UTC')).toContain('Europe/Kyiv');
    // JavaScript accepts any case; Postgres has one spelling.
    const rejected = { code: 'validation_failed', extras: { errors: [{ pointer: '/time_zone' }] } };
    await expect(updateOrganizationSettings(ctx, { time_zone: 'europe/BERLIN' })).rejects.toMatchObject(
      rejected,
    );
    for (const time_zone of ['+01:00', 'Europe/Nowhere', '', 'UTC; drop table patients'])
      expect(updateSettingsInput.safeParse({ time_zone }).success, time_zone).toBe(false);
    expect((await getOrganizationSettings(ctx)).time_zone).toBe('Pacific/Auckland');
  });

  it('previews who has no second factor, and who would be signed out', async () => {
    const org = await testOrg();
    const admin = await personOf('admin', org);
    const { ctx } = await signedIn(admin);
    const alone = { without: 1, signed_out: 1 };
    expect(await previewSecondFactor(ctx)).toEqual({ admins: alone, everyone: alone, has_own: false });
    const viewer = await personOf('viewer', org);
    await personOf('clinician', org);
    await signedIn(viewer);
    await signedIn(viewer);
    expect(await previewSecondFactor(ctx)).toMatchObject({
      admins: alone,
      everyone: { without: 3, signed_out: 2 },
    });
    const elsewhere = await signedIn(admin);
    const { secret } = await beginTotp(ctx);
    await confirmTotp(ctx, { code: codeOf(secret) });
    expect(await previewSecondFactor(elsewhere.ctx)).toMatchObject({ has_own: true });
    await asSuperuser('DELETE FROM auth_sessions WHERE id = $1', [elsewhere.ctx.session!.id]);
    expect(await previewSecondFactor(ctx)).toMatchObject({
      admins: { without: 0, signed_out: 0 },
      everyone: { without: 2, signed_out: 1 },
      has_own: true,
    });
    await asSuperuser('UPDATE auth_sessions SET revoked_at = now() WHERE user_id = $1', [viewer.userId]);
    expect(await previewSecondFactor(ctx)).toMatchObject({ everyone: { without: 2, signed_out: 0 } });
  });

  it('checks the whole form before shorter periods are confirmed', () => {
    const periods = {
      inbound_message_months: 3,
      outbound_message_months: 3,
      event_days: 30,
      delivery_days: 30,
      security_event_months: 1,
      audit_retention_years: 1,
    };
    expect(countExpiredDataInput.safeParse({ ...periods, critical_minutes: 30 }).success).toBe(true);
    const { error } = countExpiredDataInput.safeParse({ ...periods, critical_minutes: 0 });
    expect(error!.issues.map(({ path }) => path.join())).toEqual(['critical_minutes']);
  });

  it('reports values in the wrong order together with all other errors', () => {
    const wrong = { idle_minutes: Number.NaN, event_days: 30, delivery_days: 31 };
    const minutes = { critical_minutes: 30, critical_alarm_minutes: 20 };
    const { error } = updateSettingsInput.safeParse({ ...wrong, ...minutes });
    expect(error!.issues.map(({ path }) => path.join()).sort()).toEqual([
      'critical_alarm_minutes',
      'delivery_days',
      'idle_minutes',
    ]);
  });

  it('compares both minutes of a critical result when only one is given', async () => {
    const { ctx } = await signedIn(await personOf('admin', await testOrg()));
    const { critical_alarm_minutes } = await getOrganizationSettings(ctx);
    for (const input of [
      { critical_minutes: critical_alarm_minutes + 1 },
      { critical_alarm_minutes: 10, critical_minutes: 11 },
    ])
      await expect(updateOrganizationSettings(ctx, input)).rejects.toMatchObject({
        code: 'validation_failed',
        extras: { errors: [{ pointer: '/critical_alarm_minutes' }] },
      });
  });
});
