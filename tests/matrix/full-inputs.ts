import { showId } from '../../server/domain/ids';
import { NEW_LAB, NEW_PASSKEY, NO_PASSKEY, SETTINGS } from './portal-inputs';
import { HOOK, NEW_APP, NOTE, type Place } from './scene';

/** Inputs of mutations in which every nested object is present, so that each can be given a member too many. */

const name = { family: 'Full', given: ['Input'] };
const identifier = { system: 'urn:full', value: 'full-1', type: 'insurance' };
const patient = {
  name,
  other_names: [name],
  birth_date: '1980-01-02',
  sex: 'unknown',
  identifiers: [identifier],
  phones: [{ value: '+49 30 1234567' }],
  emails: [{ value: 'full@example.org' }],
  addresses: [{ lines: ['1 Street'] }],
};

const WORKING_HOURS = { days: [1, 2], from: '08:00', to: '18:00' };
const NO_SESSION = 'ses_01k00000000000000000000000';

export const FULL: Record<string, (own: Place) => Record<string, unknown>> = {
  'patients.createPatient': () => patient,
  'patients.updatePatient': (own) => ({ id: own.things.patient, ...patient }),
  'patients.deletePatient': (own) => ({ id: own.things.patient }),
  'patients.restorePatient': (own) => ({ id: own.gone.patient }),
  'labOrders.createLabOrder': (own) => ({
    patient_id: own.things.patient,
    items: [{ code: 'GLU', answers: [{ question_id: 'q', value: 'v' }] }],
    lab_id: 'example-lab',
    ordering_clinician: { user_id: own.ids.user },
    diagnoses: [{ code: 'E11.9', system: 'icd-10' }],
    collection: { method: 'lab' },
  }),
  'inboundReports.matchReport': (own) => ({
    ...{ id: own.things.heldReport, patient_id: own.things.patient, order_id: own.things.order },
    reason: 'It is theirs.',
  }),
  'inboundReports.parkReport': (own) => ({ id: own.things.heldReport, reason: 'Later.' }),
  'inboundReports.rejectReport': (own) => ({ id: own.things.heldReport, reason: 'Nobody of ours.' }),
  'inboundReports.rematchLabResult': (own) => ({
    ...{ id: own.things.result, patient_id: own.ids.spare, order_id: own.things.order, reason: 'Wrong.' },
  }),
  'inboundReports.mapLabCode': (own) => ({ id: own.things.labCode, loinc: '2345-7' }),
  'documents.createDocument': (own) => ({
    patient_id: own.things.patient,
    type: { system: 'http://loinc.org', code: '11502-2' },
    content: { data: NOTE, file_name: 'full.txt' },
    upload: { size: 1, sha256: '0'.repeat(64), content_type: 'text/plain', file_name: 'full.txt' },
  }),
  'webhooks.createWebhook': () => ({ url: HOOK }),
  'webhooks.deleteWebhook': (own) => ({ id: own.things.webhook }),
  'webhooks.setWebhookEnabled': (own) => ({ id: own.things.webhook, enabled: false }),
  'webhooks.rotateWebhookSecret': (own) => ({ id: own.things.webhook, overlap_hours: 0 }),
  'webhooks.sendTestEvent': (own) => ({ id: own.things.webhook, type: 'lab_result.critical' }),
  'webhooks.redeliverSince': (own) => ({
    id: own.things.webhook,
    since: '2026-01-01T00:00:00Z',
    which: 'failed',
  }),
  'webhooks.redeliver': (own) => ({ id: own.things.delivery }),
  'apiKeys.createApiKey': () => ({ name: 'full', scopes: ['labs:read'], ip_allow_list: ['127.0.0.1/32'] }),
  'apiKeys.rotateApiKey': (own) => ({ id: own.things.apiKey, overlap_hours: 0 }),
  'apiKeys.updateApiKey': (own) => ({ id: own.things.apiKey, ip_allow_list: ['127.0.0.1/32'] }),
  'labConnections.createLabConnection': () => ({ ...NEW_LAB, working_hours: WORKING_HOURS }),
  'labConnections.updateLabConnection': (own) => ({
    id: own.things.labConnection,
    working_hours: WORKING_HOURS,
  }),
  'labConnections.deleteLabConnection': (own) => ({ id: own.things.labConnection }),
  'labConnections.createIngestKey': (own) => ({ connection_id: own.things.labConnection }),
  'labConnections.revokeIngestKey': (own) => ({ id: own.things.ingestKey }),
  'inboundMessages.runMessageAgain': (own) => ({ id: own.things.inboundMessage }),
  'oauthApps.createOauthApp': () => NEW_APP,
  'oauthApps.updateOauthApp': (own) => ({ id: own.things.oauthApp, paused: false }),
  'oauthApps.rotateOauthAppSecret': (own) => ({ id: own.things.oauthApp, overlap_hours: 0 }),
  'oauthApps.setOauthAppDomain': (own) => ({ id: own.things.oauthApp, domain: 'app.example' }),
  'oauthApps.checkOauthAppDomain': (own) => ({ id: own.things.oauthApp }),
  'oauthApps.deleteOauthApp': (own) => ({ id: own.things.oauthApp }),
  'oauth.disconnectApp': (own) => ({ id: own.things.oauthApp }),
  'oauth.revokeAppGrants': (own) => ({ id: own.things.oauthApp }),
  'sessions.endSession': () => ({ id: NO_SESSION }),
  'sessions.endOtherSessions': () => ({}),
  'sessions.endMemberSessions': (own) => ({ id: own.ids.user }),
  'sessions.extendSession': () => ({}),
  'sessions.switchOrganisation': (own) => ({ id: showId('organisation', own.org.orgId) }),
  'passwords.changePassword': () => ({
    current_password: 'not it',
    new_password: 'fifteen letters and more',
  }),
  'drafts.saveDraft': () => ({ form: '/patients/new', content: '{}' }),
  'drafts.discardDraft': () => ({ form: '/patients/new' }),
  'people.changeRole': (own) => ({ id: own.things.user, role: 'viewer' }),
  'people.endMembership': (own) => ({ id: own.things.user, heir_id: own.things.user }),
  'people.restoreMembership': (own) => ({ id: own.things.user }),
  'people.createPasswordReset': (own) => ({ id: own.things.user }),
  'people.invitePerson': () => ({ name: 'Full', email: 'full@example.org', role: 'viewer' }),
  'people.renewInvitation': (own) => ({ id: own.things.invitation }),
  'people.revokeInvitation': (own) => ({ id: own.things.invitation }),
  'people.setDelegation': (own) => ({
    user_id: own.things.user,
    delegate_id: own.things.user,
    starts: '2039-01-02T08:00',
    ends: '2039-01-20T18:00',
  }),
  'people.endDelegation': (own) => ({ id: own.things.delegation }),
  'organisations.updateOrganisationSettings': () => SETTINGS,
  'secondFactors.beginTotp': () => ({}),
  'secondFactors.confirmTotp': () => ({ code: '000000' }),
  'secondFactors.removeTotp': () => ({}),
  'secondFactors.beginPasskey': () => ({}),
  'secondFactors.addPasskey': () => NEW_PASSKEY,
  'secondFactors.removePasskey': () => NO_PASSKEY,
  'secondFactors.createRecoveryCodes': () => ({}),
  'secondFactors.resetSecondFactor': (own) => ({ id: own.ids.user }),
  'apiKeys.revokeApiKey': (own) => ({ id: own.things.apiKey }),
};
