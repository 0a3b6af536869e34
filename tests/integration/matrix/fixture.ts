import { createDocument } from '../../../server/domain/documents/create-document';
import { createDocumentInput } from '../../../server/domain/documents/contract';
import { upsertCatalog } from '../../../server/domain/catalog/upsert-catalog';
import { EXAMPLE_FILE } from '../../../server/shared/example-ids';
import { newId, showId } from '../../../server/shared/ids';
import { createLabConnection } from '../../../server/domain/lab-connections/create-lab-connection';
import { deleteLabConnection } from '../../../server/domain/lab-connections/delete-lab-connection';
import { createLabOrder } from '../../../server/domain/lab-orders/create-lab-order';
import { createLabOrderInput } from '../../../server/domain/lab-orders/contract';
import { findClient } from '../../../server/domain/oauth/client';
import { startAuthorization } from '../../../server/domain/oauth/start-authorization';
import { createOauthApp } from '../../../server/domain/oauth-apps/create-oauth-app';
import { deleteOauthApp } from '../../../server/domain/oauth-apps/delete-oauth-app';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { createPatientInput } from '../../../server/domain/patients/contract';
import { deletePatient } from '../../../server/domain/patients/delete-patient';
import { invitePerson } from '../../../server/domain/people/invite-person';
import { importCatalog } from '../../../server/domain/catalog/import-catalog';
import { previewCatalogImport } from '../../../server/domain/catalog/preview-catalog-import';
import { setDelegation } from '../../../server/domain/people/set-delegation';
import { createWebhook } from '../../../server/domain/webhooks/create-webhook';
import { createWebhookInput } from '../../../server/domain/webhooks/contract';
import { deleteWebhook } from '../../../server/domain/webhooks/delete-webhook';
import { sendTestEvent } from '../../../server/domain/webhooks/send-test-event';
import { catalogEntries } from '../../../server/demo/catalog-data';
import type { Context } from '../../../server/shared/context';
import { personContext, type TestOrg } from '../../support/database';
import { exported } from '../../support/exports';
import { furnish, orderWithReport, type Furnished } from '../../support/furnish';
import { ID_PREFIX, type IdKind } from './policy';

/**
 * Two customers, each with a live organization and its sandbox, all with the same kinds of records. Every text
 * contains the name of its organization, so that the name of another one in a response is a leak.
 */

export interface Place extends Furnished {
  name: string;
  isSandbox: boolean;
  /** One record of each kind that `{id}` can identify. */
  things: Record<IdKind, string>;
  /** Deleted records of each kind that can be deleted. */
  gone: Partial<Record<IdKind, string>>;
  /** Name of a catalog test that only this organization has. */
  onlyTest: string;
}

export interface LivePlaces {
  live: Place;
  otherLive: Place;
}

export interface Fixture extends LivePlaces {
  sandbox: Place;
  otherSandbox: Place;
}

/** The fixture from the point of view of one organization. */
export interface View {
  own: Place;
  /** The same customer's other organization: the sandbox of a live one, or the live one of a sandbox. */
  otherMode: Place;
  otherOrg: Place;
  otherOrgOtherMode: Place;
}

export const HOOK = 'https://93.184.216.34/clinical';
export const NEW_APP = {
  name: 'Application',
  kind: 'confidential' as const,
  redirect_uris: ['https://app.example/callback'],
  scopes: ['patients:read' as const],
};
export const NOTE = Buffer.from('A note of our own.\n').toString('base64');

export async function makeFixture(): Promise<Fixture> {
  const { live, otherLive } = await makeLivePlaces();
  return {
    live,
    sandbox: await makePlace('SandAlpha', live.org.slug),
    otherLive,
    otherSandbox: await makePlace('SandOmega', otherLive.org.slug),
  };
}

/** Half of the fixture, for files that need no sandbox. */
export async function makeLivePlaces(): Promise<LivePlaces> {
  return { live: await makePlace('LiveAlpha'), otherLive: await makePlace('LiveOmega') };
}

export const viewOfLive = (fixture: Fixture): View => ({
  own: fixture.live,
  otherMode: fixture.sandbox,
  otherOrg: fixture.otherLive,
  otherOrgOtherMode: fixture.otherSandbox,
});

export const viewOfSandbox = (fixture: Fixture): View => ({
  own: fixture.sandbox,
  otherMode: fixture.live,
  otherOrg: fixture.otherSandbox,
  otherOrgOtherMode: fixture.otherLive,
});

async function makePlace(name: string, sandboxOf?: string): Promise<Place> {
  const furnished = await furnish(name, sandboxOf === undefined ? {} : { sandboxOf });
  const { admin, org, ids } = furnished;
  const onlyTest = `Only ${name}`;
  const [entry] = await catalogEntries();
  await upsertCatalog(org.ctx, [{ ...entry!, code: `ONLY-${name}`, name: onlyTest, loinc: null }]);
  await createWebhook(admin, createWebhookInput.parse({ url: HOOK, description: `second of ${name}` }));
  // A second record of each kind, so that every list has a second page.
  await createLabOrder(
    admin,
    createLabOrderInput.parse({ patient_id: ids.spare, items: [{ code: 'GLU' }], lab_id: 'example-lab' }),
  );
  await orderWithReport({ org, admin }, ids.spare, `S-${name}`);
  await createDocument(
    admin,
    createDocumentInput.parse({
      patient_id: ids.spare,
      title: `second ${name}`,
      content: { data: NOTE, file_name: `second-${name}.txt` },
    }),
  );
  await exported(admin, { resources: ['documents'] });
  const invitation = await invitePerson(admin, {
    name: `Guest ${name}`,
    email: `guest@${name.toLowerCase()}.example`,
    role: 'viewer',
  });
  const things = {
    ...ids,
    invitation: invitation.id,
    delegation: await absenceOf(admin, org),
    catalogImport: await catalogImportOf(admin),
  };
  const isSandbox = sandboxOf !== undefined;
  return { ...furnished, name, isSandbox, things, gone: await makeGone(furnished, name), onlyTest };
}

/** An import for another laboratory, so that it is the latest one. @returns its ID */
export async function catalogImportOf(admin: Context): Promise<string> {
  const lab = `lab ${newId()}`;
  const input = {
    lab_id: lab,
    lab_name: lab,
    content: 'code,name\nX,Imported test',
    deactivate_missing: false,
  };
  const { digest } = await previewCatalogImport(admin, input);
  return (await importCatalog(admin, { ...input, digest })).id;
}

let absences = 0;

/** An absence in a separate month, without overlap. @returns its ID */
export async function absenceOf(person: Context, org: TestOrg): Promise<string> {
  const delegate = await personContext(org, 'clinician');
  const month = new Date(Date.UTC(2040, absences++, 1)).toISOString().slice(0, 7);
  const made = await setDelegation(person, {
    delegate_id: showId('user', delegate.actor.id!),
    starts: `${month}-02T08:00`,
    ends: `${month}-20T18:00`,
  });
  return made.id;
}

/** A deleted chart and webhook. */
async function makeGone({ admin, org }: Furnished, name: string): Promise<Place['gone']> {
  const patient = await createPatient(admin, freshPatient(`Gone${name}`));
  const { order, result } = await orderWithReport({ org, admin }, patient.id, `G-${name}`);
  const document = await createDocument(
    admin,
    createDocumentInput.parse({
      patient_id: patient.id,
      title: `gone ${name}`,
      content: { data: NOTE, file_name: `gone-${name}.txt` },
    }),
  );
  await deletePatient(admin, { id: patient.id });
  const hook = await createWebhook(admin, createWebhookInput.parse({ url: HOOK }));
  const delivery = await sendTestEvent(admin, { id: hook.id, type: 'webhook.test' });
  await deleteWebhook(admin, { id: hook.id });
  const app = await createOauthApp(admin, { ...NEW_APP, name: `Gone ${name}` });
  await deleteOauthApp(admin, { id: app.id });
  const lab = await createLabConnection(admin, { name: `Gone ${name}`, transport: 'https' });
  await deleteLabConnection(admin, { id: lab.id });
  return {
    patient: patient.id,
    order: order.id,
    result: result.id,
    document: document.id,
    webhook: hook.id,
    delivery: delivery.id,
    oauthApp: app.id,
    labConnection: lab.id,
  };
}

/** An unopened consent request. @returns the secret of its URL */
export async function consentRequest({ things }: Place): Promise<string> {
  const client = await findClient(things.oauthApp);
  return startAuthorization(client!, {
    redirectUri: 'https://app.example/callback',
    scopes: ['patients:read'],
    state: null,
    challenge: 'c'.repeat(43),
    signInAgain: false,
  });
}

export const freshPatient = (family: string) =>
  createPatientInput.parse({ name: { family, given: ['Given'] }, birth_date: '1970-05-06', sex: 'other' });

/** The path of an operation. Other IDs in it are those of the place. */
export const pathTo = (path: string, id: string, { things }: Pick<Place, 'things'>): string =>
  path.replace('{id}', id).replace('{delivery_id}', things.delivery).replace('{name}', EXAMPLE_FILE);

/** A well-formed ID of the kind that was never assigned. */
export function neverId(kind: IdKind): string {
  return showId('patient', newId()).replace(/^pat/, ID_PREFIX[kind]);
}

/** The same 26 characters with the prefix of another kind. */
export function wrongPrefix(id: string): string {
  return id.replace(/^[a-z]+/, (prefix) => (prefix === 'pat' ? 'doc' : 'pat'));
}

/** Texts that must never appear in a response to a user of `view.own`. */
export function foreignMarks(view: View): string[] {
  return [view.otherMode, view.otherOrg, view.otherOrgOtherMode].flatMap((place) => [
    place.name,
    place.orderNumber,
    ...Object.values(place.things),
    ...Object.values(place.gone),
  ]);
}
