import { describe, expect, it } from 'vitest';
import { discardDraft } from '../../../server/domain/drafts/discard-draft';
import { MAX_DRAFT_BYTES, saveDraftInput } from '../../../server/domain/drafts/contract';
import { getDraft } from '../../../server/domain/drafts/get-draft';
import { saveDraft } from '../../../server/domain/drafts/save-draft';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { createPatientInput } from '../../../server/domain/patients/contract';
import { readId } from '../../../server/shared/ids';
import { switchOrganization } from '../../../server/domain/sessions/switch-organization';
import { showId } from '../../../server/shared/ids';
import { asSuperuser, auditRows, testOrg } from '../../support/database';
import { contextOf, personOf, personOfTwo, signedIn } from '../../support/people';

const form = '/patients/new';
const content = JSON.stringify({ family: 'Unsent-Grünwald' });
const clinician = async () => signedIn(await personOf('clinician', await testOrg()));

describe('drafts', () => {
  it('are restored in a later session of the same user, newest version only', async () => {
    const person = await personOf('clinician', await testOrg());
    const { ctx } = await signedIn(person);
    await saveDraft(ctx, { form, content: '{"family":"Older"}' });
    const saved = await saveDraft(ctx, { form, content });
    const later = await signedIn(person);
    expect(await getDraft(later.ctx, { form })).toEqual({
      object: 'found_draft',
      draft: { object: 'draft', form, content, saved_at: saved.saved_at },
    });
    await discardDraft(later.ctx, { form });
    expect((await getDraft(later.ctx, { form })).draft).toBeNull();
  });

  it('are encrypted in the database', async () => {
    const org = await testOrg();
    const { ctx } = await signedIn(await personOf('clinician', org));
    await saveDraft(ctx, { form, content });
    const [row] = await asSuperuser<{ text: string }>(
      'SELECT d::text AS text FROM drafts d WHERE user_id = $1',
      [ctx.actor.id],
    );
    expect(row!.text).not.toMatch(/Unsent|Grünwald/);
    // It cannot be decrypted in the row of another user.
    const other = await signedIn(await personOf('clinician', org));
    await saveDraft(other.ctx, { form, content: '{}' });
    await asSuperuser(
      'UPDATE drafts SET content = (SELECT content FROM drafts WHERE user_id = $1) WHERE user_id = $2',
      [ctx.actor.id, other.ctx.actor.id],
    );
    await expect(getDraft(other.ctx, { form })).rejects.toThrow('cannot be opened');
  });

  it('are private to their user and organization', async () => {
    const { first, second, person } = await personOfTwo();
    const { ctx, given } = await signedIn(person);
    await saveDraft(ctx, { form, content });
    const colleague = await signedIn(await personOf('admin', first));
    expect((await getDraft(colleague.ctx, { form })).draft).toBeNull();
    await discardDraft(colleague.ctx, { form });
    expect((await getDraft(ctx, { form })).draft).not.toBeNull();
    await switchOrganization(ctx, { id: showId('organization', second.orgId) });
    const there = await contextOf(given[0]!);
    expect((await getDraft(there.ctx, { form })).draft).toBeNull();
  });

  it('are kept separately for a patient created from a message', async () => {
    const { ctx } = await clinician();
    const other = `${form}?from=rpt_01k00000000000000000000000`;
    expect(saveDraftInput.safeParse({ form: other, content }).success).toBe(true);
    for (const message of ['idc', 'upd']) {
      const from = `${form}?from=${message}_01k00000000000000000000000`;
      expect(saveDraftInput.safeParse({ form: from, content }).success, message).toBe(true);
    }
    expect(saveDraftInput.safeParse({ form: `${form}?from=x`, content }).success).toBe(false);
    await saveDraft(ctx, { form: other, content });
    expect((await getDraft(ctx, { form })).draft).toBeNull();
  });

  it('expire after a day', async () => {
    const { ctx } = await clinician();
    await saveDraft(ctx, { form, content });
    const [row] = await asSuperuser<{ hours: number }>(
      `UPDATE drafts SET expires_at = clock_timestamp() WHERE user_id = $1
       RETURNING round(extract(epoch FROM old.expires_at - old.updated_at) / 3600)::int AS hours`,
      [ctx.actor.id],
    );
    expect(row!.hours).toBe(24);
    expect((await getDraft(ctx, { form })).draft).toBeNull();
  });

  it('of a chart record their patient in the audit and require access to the patient', async () => {
    const { ctx } = await clinician();
    const patient = await createPatient(
      ctx,
      createPatientInput.parse({
        name: { family: 'Draft', given: ['A'] },
        birth_date: '1970-01-01',
        sex: 'other',
      }),
    );
    const order = `/patients/${patient.id}/orders/new`;
    const asking = { ...ctx, requestId: 'req_draft_audit' };
    await saveDraft(asking, { form: order, content });
    expect(await auditRows('req_draft_audit')).toMatchObject([
      {
        action: 'save_draft',
        patient_ids: [readId('patient', patient.id)],
        detail: { form: '/patients/:patient/orders/new' },
      },
    ]);
    const stranger = await clinician();
    await expect(saveDraft(stranger.ctx, { form: order, content })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('accept known forms and at most 64 KiB, counted in bytes', () => {
    const accepted = (value: object) => saveDraftInput.safeParse({ form, content, ...value }).success;
    expect(accepted({ content: 'x'.repeat(MAX_DRAFT_BYTES) })).toBe(true);
    expect(accepted({ content: 'x'.repeat(MAX_DRAFT_BYTES + 1) })).toBe(false);
    expect(accepted({ content: 'ü'.repeat(MAX_DRAFT_BYTES / 2 + 1) })).toBe(false);
    for (const other of [
      '/patients',
      '/patients/new/',
      '//patients/new',
      '/admin/api-keys/new',
      `${form}?q=1`,
    ])
      expect(accepted({ form: other }), other).toBe(false);
  });
});
