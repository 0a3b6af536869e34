import { describe, expect, it } from 'vitest';
import { endDelegation } from '../../../server/domain/people/end-delegation';
import { endMembership } from '../../../server/domain/people/end-membership';
import { listColleagues } from '../../../server/domain/people/list-colleagues';
import { listDelegations } from '../../../server/domain/people/list-delegations';
import { setDelegation } from '../../../server/domain/people/set-delegation';
import { asSuperuser, personContext, testOrg } from '../../support/database';
import { meetAt } from '../../support/locked-rows';
import { idOf } from '../../support/members';

/** Absences and covering colleagues. */

const hasCode = (code: string, pointer?: string) =>
  expect.objectContaining({
    code,
    ...(pointer
      ? { extras: expect.objectContaining({ errors: [expect.objectContaining({ pointer })] }) as object }
      : {}),
  });
const WEEK = { starts: '2041-03-30T08:00', ends: '2041-04-06T18:00' };

async function clinic() {
  const org = await testOrg();
  await asSuperuser("UPDATE organizations SET time_zone = 'Europe/Berlin' WHERE id = $1", [org.orgId]);
  const [admin, away, delegate, viewer] = [
    await personContext(org, 'admin'),
    await personContext(org, 'clinician'),
    await personContext(org, 'clinician'),
    await personContext(org, 'viewer'),
  ];
  return { org, admin, away, delegate, viewer };
}

describe('absence', () => {
  it('uses the clock of the organization and is visible to both users', async () => {
    const { away, delegate } = await clinic();
    const made = await setDelegation(away, { delegate_id: idOf(delegate), ...WEEK });
    expect(made).toMatchObject({
      person: { id: idOf(away) },
      delegate: { id: idOf(delegate) },
      starts_at: '2041-03-30T07:00:00.000Z',
      ends_at: '2041-04-06T16:00:00.000Z',
      state: 'planned',
      created_by: idOf(away),
    });
    for (const person of [away, delegate])
      expect((await listDelegations(person, {})).data.map(({ id }) => id)).toEqual([made.id]);
  });

  it('can be set for others by administrators only, who see all absences', async () => {
    const { admin, away, delegate } = await clinic();
    const input = { user_id: idOf(away), delegate_id: idOf(delegate), ...WEEK };
    await expect(setDelegation(delegate, input)).rejects.toEqual(hasCode('forbidden'));
    await expect(listDelegations(delegate, { user_id: idOf(away) })).rejects.toEqual(hasCode('forbidden'));
    const made = await setDelegation(admin, input);
    expect(made.created_by).toBe(idOf(admin));
    expect((await listDelegations(admin, { user_id: idOf(away) })).data).toHaveLength(1);
    expect((await listDelegations(admin, {})).data).toEqual([]);
    await expect(endDelegation(delegate, { id: made.id })).rejects.toEqual(hasCode('not_found'));
    expect(await endDelegation(away, { id: made.id })).toMatchObject({ state: 'ended' });
    await expect(endDelegation(admin, { id: made.id })).rejects.toEqual(hasCode('invalid_state'));
  });

  it('accepts only active clinicians and administrators of the organization as substitutes', async () => {
    const { admin, away, viewer, delegate } = await clinic();
    const stranger = (await clinic()).delegate;
    await endMembership(admin, { id: idOf(delegate) });
    for (const other of [viewer, stranger, delegate, away])
      await expect(setDelegation(away, { delegate_id: idOf(other), ...WEEK })).rejects.toEqual(
        hasCode('validation_failed', '/delegate_id'),
      );
    expect((await listColleagues(away)).data.map(({ id }) => id).sort()).toEqual(
      [admin, away].map(idOf).sort(),
    );
  });

  it('is limited to users of this organization who sign results', async () => {
    const { admin, viewer, delegate } = await clinic();
    const stranger = (await clinic()).away;
    const set = (user_id: string) => setDelegation(admin, { user_id, delegate_id: idOf(delegate), ...WEEK });
    await expect(set(idOf(viewer))).rejects.toEqual(hasCode('validation_failed', '/user_id'));
    await expect(set(idOf(stranger))).rejects.toEqual(hasCode('not_found'));
    await expect(listDelegations(admin, { user_id: idOf(stranger) })).rejects.toEqual(hasCode('not_found'));
    await expect(setDelegation(viewer, { delegate_id: idOf(delegate), ...WEEK })).rejects.toEqual(
      hasCode('forbidden'),
    );
  });

  it.each([
    ['before it begins', { starts: '2041-04-06T18:00', ends: '2041-04-06T18:00' }, '/ends'],
    ['in the past', { starts: '2020-01-01T08:00', ends: '2020-01-02T08:00' }, '/ends'],
    ['years later', { starts: '2041-01-01T08:00', ends: '2043-01-02T08:00' }, '/ends'],
    ['on a day that there is not', { starts: '2041-02-30T08:00', ends: '2041-03-02T08:00' }, '/starts'],
  ])('rejects an end %s', async (_name, times, pointer) => {
    const { away, delegate } = await clinic();
    await expect(setDelegation(away, { delegate_id: idOf(delegate), ...times })).rejects.toEqual(
      hasCode('validation_failed', pointer),
    );
  });

  it('cannot overlap another, also when ten are created at once; the next may start when one ends', async () => {
    const { away, delegate } = await clinic();
    const set = (times: { starts: string; ends: string }) =>
      setDelegation(away, { delegate_id: idOf(delegate), ...times });
    const answers = await Promise.allSettled([...Array(10)].map(() => set(WEEK)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(set({ starts: '2041-04-06T17:59', ends: '2041-04-08T00:00' })).rejects.toEqual(
      hasCode('validation_failed', '/starts'),
    );
    await set({ starts: WEEK.ends, ends: '2041-04-08T00:00' });
    const [first] = (await listDelegations(away, {})).data.slice(-1);
    await endDelegation(away, { id: first!.id });
    await set(WEEK);
  });

  it('cannot overlap another when several concurrent requests found none', async () => {
    const { away, delegate } = await clinic();
    const answers = await meetAt(
      ['memberships WHERE user_id = $1', away.actor.id],
      Array.from({ length: 5 }, () => () => setDelegation(away, { delegate_id: idOf(delegate), ...WEEK })),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
