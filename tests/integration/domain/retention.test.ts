import { describe, expect, it, vi } from 'vitest';
import { NO_USER } from '../../../server/db/schema/index';
import { countExpiredData } from '../../../server/domain/organizations/count-expired-data';
import { monthsBefore } from '../../../server/domain/organizations/expired-data';
import { getOrganizationSettings } from '../../../server/domain/organizations/get-organization-settings';
import { updateOrganizationSettings } from '../../../server/domain/organizations/update-organization-settings';
import { updateSettingsInput } from '../../../server/domain/organizations/contract';
import { sweep } from '../../../server/retention/retention';
import { newId } from '../../../server/shared/ids';
import { asSuperuser, auditRows, testOrg, type TestOrg } from '../../support/database';
import { laboratory } from '../../support/intake';
import { fresh } from '../../support/patient-feed';
import { personOf, signedIn } from '../../support/people';
import { DAY, message, inDays, setPeriods } from '../../support/retention';
import { nightly } from '../../support/test-size';

/** Retention: each class is removed after the period of its organization. */

// Each sweep visits all organizations that other files have left.
vi.setConfig({ testTimeout: 90_000 });

describe('events, deliveries and security events', () => {
  /** An event of a certain age with a delivery in each state. */
  async function event(org: TestOrg, webhook: string, age: number) {
    const at = (Date.now() - age * DAY).toString(16).padStart(12, '0');
    const id = `${at.slice(0, 8)}-${at.slice(8)}${newId().slice(13)}`;
    await asSuperuser(
      `insert into events (org_id, id, type, object_kind, object_id, sequence, body, created_at)
       values ($1, $2, 'patient.updated', 'patient', $3, 1, '{}', now())`,
      [org.orgId, id, newId()],
    );
    const made = [];
    for (const status of ['succeeded', 'exhausted', 'pending']) {
      const delivery = `${id.slice(0, 13)}${newId().slice(13)}`;
      made.push(delivery);
      await asSuperuser(
        `insert into deliveries (org_id, id, event_id, webhook_id, status, manual, created_at) values ($1, $2, $3, $4, $5, true, now())`,
        [org.orgId, delivery, id, webhook, status],
      );
      await asSuperuser(
        'insert into delivery_attempts (org_id, delivery_id, attempt, sent_at, duration_ms) values ($1, $2, 1, now(), 1)',
        [org.orgId, delivery],
      );
    }
    return id;
  }
  async function webhookOf(org: TestOrg, enabled: boolean): Promise<string> {
    const id = newId();
    await asSuperuser(
      `insert into webhooks (org_id, id, version, created_at, updated_at, created_by, url, events, enabled, status)
       values ($1, $2, 1, now(), now(), 'system', 'https://example.org', '{}', $3, 'ok')`,
      [org.orgId, id, enabled],
    );
    return id;
  }
  const countOf = async (table: string, org: TestOrg) =>
    (
      await asSuperuser<{ n: number }>(`select count(*)::int as n from ${table} where org_id = $1`, [
        org.orgId,
      ])
    )[0]!.n;
  const countsIn = async (org: TestOrg) => [
    await countOf('events', org),
    await countOf('deliveries', org),
    await countOf('delivery_attempts', org),
  ];

  it('are removed after their periods; a delivery to be sent keeps its event', async () => {
    const [org, longer] = [await testOrg(), await testOrg()];
    await setPeriods(org, 'event_days = 60');
    await setPeriods(longer, 'event_days = 90, delivery_days = 90');
    for (const one of [org, longer]) {
      const off = await webhookOf(one, false);
      for (const age of [29, 31, 61]) await event(one, off, age);
    }
    await event(org, await webhookOf(org, true), 61);
    await sweep(new Date());
    // The event whose delivery is still to be sent stays.
    expect(await countsIn(org)).toEqual([3, 4, 4]);
    expect(await countsIn(longer)).toEqual([3, 9, 9]);
    await sweep(inDays(91));
    expect(await countsIn(longer)).toEqual([0, 0, 0]);
    expect(await countsIn(org)).toEqual([1, 1, 1]);
  });

  it('about a person are kept as long as one of the person’s organizations wants', nightly, async () => {
    const [org, longer] = [await testOrg(), await testOrg()];
    await setPeriods(org, 'security_event_months = 2');
    await setPeriods(longer, 'security_event_months = 6');
    const [short, both] = [newId(), newId()];
    for (const [one, user] of [
      [org, short],
      [org, both],
      [longer, both],
    ] as const)
      await asSuperuser(
        "insert into memberships (org_id, user_id, role, created_at) values ($1, $2, 'clinician', now())",
        [one.orgId, user],
      );
    await asSuperuser('delete from security_events');
    for (const [user, name] of [
      [short, 'short'],
      [both, 'both'],
      [NO_USER, 'unnamed'],
    ] as const)
      for (const months of [0, 1, 3, 7])
        await asSuperuser(
          "insert into security_events values (date_trunc('minute', now() - make_interval(months => $1, days => 2)), $2, 'c', 'portal', 1, 'r', $3)",
          [months, `${name} ${months}`, user],
        );
    await sweep(new Date());
    const rows = await asSuperuser<{ ip: string }>('select ip from security_events order by ip');
    expect(rows.map(({ ip }) => ip)).toEqual([
      'both 0',
      'both 1',
      'both 3',
      'short 0',
      'short 1',
      'unnamed 0',
    ]);
  });
});

describe('retention periods', () => {
  it('are settings with limits, audited, and counted before they are shortened', async () => {
    const org = await testOrg();
    const { ctx } = await signedIn(await personOf('admin', org));
    expect(await getOrganizationSettings(ctx)).toMatchObject({
      inbound_message_months: 24,
      outbound_message_months: 24,
      event_days: 365,
      delivery_days: 30,
      security_event_months: 12,
      audit_retention_years: 7,
    });
    const lab = await laboratory(org);
    for (const state of ['processed', 'processed', 'unmatched']) {
      const id = await message(lab, state);
      const old = `01800000-0000-7000-8000-${id.slice(-12)}`;
      await asSuperuser('delete from inbound_message_bytes where message_id = $1', [id]);
      await asSuperuser('update inbound_messages set id = $2 where id = $1', [id, old]);
      await asSuperuser(
        "insert into inbound_message_bytes (org_id, message_id, bytes) values ($1, $2, 'MSH|')",
        [org.orgId, old],
      );
    }
    const periods = {
      inbound_message_months: 3,
      outbound_message_months: 3,
      event_days: 30,
      delivery_days: 30,
      security_event_months: 1,
      audit_retention_years: 1,
    };
    expect(await countExpiredData(fresh(ctx), periods)).toEqual({
      inbound_messages: 2,
      outbound_messages: 0,
      events: 0,
      deliveries: 0,
      security_events: 0,
      audit_rows: 0,
    });
    const change = fresh(ctx);
    await updateOrganizationSettings(change, { inbound_message_months: 3, audit_retention_years: 10 });
    expect(await auditRows(change.requestId)).toContainEqual(
      expect.objectContaining({
        detail: { inbound_message_months: { was: 24, is: 3 }, audit_retention_years: { was: 7, is: 10 } },
      }),
    );
    const longer = {
      code: 'validation_failed',
      extras: {
        errors: [
          {
            pointer: '/delivery_days',
            message: 'Delivery days must not be longer than the retention of events.',
          },
        ],
      },
    };
    await expect(updateOrganizationSettings(fresh(ctx), { delivery_days: 366 })).rejects.toMatchObject(
      longer,
    );
    await expect(countExpiredData(fresh(ctx), { ...periods, delivery_days: 31 })).rejects.toMatchObject(
      longer,
    );
    for (const input of [
      { inbound_message_months: 2 },
      { outbound_message_months: 2 },
      { event_days: 29 },
      { delivery_days: 29 },
      { security_event_months: 0 },
      { audit_retention_years: 0 },
      { audit_retention_years: 101 },
      { audit_retention_years: 1.5 },
    ])
      expect(updateSettingsInput.safeParse(input).success, JSON.stringify(input)).toBe(false);
  });

  it('count months by the calendar', () => {
    const back = (from: string, months: number) =>
      monthsBefore(new Date(from), months).toISOString().slice(0, 10);
    expect(back('2026-05-31T12:00:00Z', 3)).toBe('2026-02-28');
    expect(back('2026-03-30T12:00:00Z', 25)).toBe('2024-02-29');
    expect(back('2026-01-15T12:00:00Z', 24)).toBe('2024-01-15');
  });
});
