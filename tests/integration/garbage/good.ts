import {
  LOGO,
  NEW_LAB,
  NEW_PASSKEY,
  NO_PASSKEY,
  NO_UPLOAD,
  PERIODS,
  SETTINGS,
} from '../matrix/portal-inputs';
import { EXAMPLE_FILE } from '../../../server/shared/example-ids';
import type { Furnished } from '../../support/furnish';
import { madeInput } from '../../support/made-input';
import { portalProcedures } from '../../support/portal-procedures';
import type { ApiOperation } from '../../support/openapi';
import type { Json } from './json-bodies';

/** Valid requests, which the other files of this folder corrupt. */

const NO_ORDER = 'ord_01k00000000000000000000000';
const NO_IMPORT = 'imp_01k00000000000000000000000';
const NO_SET = 'set_01k00000000000000000000000';
const NO_DOCUMENT = 'doc_01k00000000000000000000000';
/** A literal address needs no name server. No test sends anything to it, because every webhook here is disabled. */
const HOOK = 'https://93.184.216.34/garbage';

/** Valid bodies of each operation with a body; the first one must succeed. */
export const GOOD: Record<string, (things: Furnished) => Json[]> = {
  searchPatients: () => [
    { q: 'good', limit: 5, status: ['active'], include: 'total_count' },
    { family: 'Good', birth_date: '2000-01-01', sort: '-updated_at', updated_since: '2026-01-01T00:00:00Z' },
  ],
  createPatient: () => [
    {
      name: { family: 'Good', given: ['Input'] },
      birth_date: '2000-01-01',
      sex: 'female',
      phones: [{ value: '+49 30 123456', use: 'home' }],
      addresses: [{ lines: ['Street 1'], city: 'Town', country: 'DE' }],
      metadata: { k: 'v' },
    },
  ],
  createPatientBatch: (things) => [{ patients: [GOOD.createPatient!(things)[0]!, { sex: 'female' }] }],
  updatePatient: () => [{ language: 'de', name: { family: 'Other' }, metadata: { k: null } }],
  // Accepted by the contract; the records stay as they are.
  mergePatients: ({ ids }) => [{ merged_patient_id: ids.patient, take: ['phones'], reason: 'One person.' }],
  unmergePatients: ({ ids }) => [{ merged_patient_id: ids.spare, reason: 'Two people.' }],
  createLabOrder: ({ ids }) => [
    {
      patient_id: ids.patient,
      items: [{ test_id: ids.test }],
      diagnoses: [{ code: 'E11.9', system: 'icd-10' }],
      // The next day is a day ahead in every time zone.
      collect_on: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
      notes: 'a\nb',
    },
  ],
  cancelLabOrder: () => [{ reason: 'Ordered twice.' }],
  simulateLabResult: () => [{ kind: 'normal' }],
  createDocument: ({ ids }) => [
    {
      patient_id: ids.patient,
      title: 'A letter',
      content: { data: Buffer.from('hello').toString('base64'), file_name: 'hello.txt' },
    },
    { patient_id: ids.patient, upload: { ...ANNOUNCED, content_type: 'text/plain', file_name: 'later.txt' } },
  ],
  createExport: () => [{ resources: ['patients', 'documents'], updated_since: '2026-01-01T00:00:00Z' }],
  createWebhook: () => [
    { url: HOOK, events: ['patient.created'], description: 'x', enabled: false, metadata: {} },
  ],
  updateWebhook: () => [{ description: 'x', events: ['*'] }],
  rotateWebhookSecret: () => [{ overlap_hours: 0 }],
  sendTestEvent: () => [{ type: 'lab_result.critical' }],
  redeliverSince: () => [{ since: '2026-01-01T00:00:00Z', which: 'all' }],
};

/** Statuses of valid bodies that the state of the records rejects. */
export const GOOD_STATUS: Record<string, number> = {
  searchPatients: 200,
  createPatientBatch: 200,
  mergePatients: 422,
  unmergePatients: 409,
  // The order has results.
  cancelLabOrder: 409,
  // The organization is live.
  simulateLabResult: 403,
  rotateWebhookSecret: 200,
  // The webhooks are disabled.
  sendTestEvent: 409,
  redeliverSince: 409,
};

/** A file that is never sent: all sent bytes differ. */
export const ANNOUNCED = { size: 10, sha256: '0'.repeat(64) };

/** Valid input of each writing procedure of the portal; `id` refers to records that may be used up or missing. */
export const MUTATIONS: Record<string, (things: Furnished) => Json> = {
  'patients.registerPatient': (things) => ({
    ...GOOD.createPatient!(things)[0]!,
    duplicate_reason: 'different_person',
  }),
  'patients.updatePatient': (things) => ({ id: things.ids.spare, ...GOOD.updatePatient!(things)[0]! }),
  'patients.mergePatients': (things) => ({ id: things.ids.patient, ...GOOD.mergePatients!(things)[0]! }),
  'patients.unmergePatients': (things) => ({ id: things.ids.patient, ...GOOD.unmergePatients!(things)[0]! }),
  'patients.deletePatient': ({ ids }) => ({ id: ids.deleted }),
  'erasures.erasePatient': ({ ids }) => ({
    id: ids.deleted,
    mrn: 'OTHER',
    ground: 'patient_request',
    reason: 'Asked.',
    reference: 'REQ 1',
  }),
  'patients.restorePatient': ({ ids }) => ({ id: ids.patient }),
  'labOrders.createLabOrder': (things) => GOOD.createLabOrder!(things)[0]!,
  'inboundReports.matchReport': ({ ids }) => ({
    id: ids.unmatchedReport,
    patient_id: ids.deleted,
    order_id: ids.order,
    reason: 'It is theirs.',
  }),
  'inboundReports.returnReport': ({ ids }) => ({ id: ids.unmatchedReport }),
  'inboundReports.parkReport': ({ ids }) => ({ id: ids.unmatchedReport, reason: 'Later.' }),
  'inboundReports.rejectReport': ({ ids }) => ({ id: ids.unmatchedReport, reason: 'Not our patient.' }),
  'inboundReports.rematchLabResult': ({ ids }) => ({
    id: ids.result,
    patient_id: ids.deleted,
    order_id: ids.order,
    reason: 'Wrong.',
  }),
  'inboundDocuments.fileInboundDocument': ({ ids }) => ({
    id: ids.inboundDocument,
    patient_id: ids.deleted,
    reason: 'It is theirs.',
  }),
  'inboundDocuments.dismissInboundDocument': ({ ids }) => ({
    id: ids.inboundDocument,
    reason: 'Not our patient.',
  }),
  'inboundDocuments.returnInboundDocument': ({ ids }) => ({ id: ids.inboundDocument }),
  'inboundDocuments.undoInboundDocument': ({ ids }) => ({ id: ids.inboundDocument }),
  'patientUpdates.applyPatientUpdate': ({ ids }) => ({
    id: ids.patientUpdate,
    patient_id: ids.deleted,
    reason: 'It is theirs.',
  }),
  'inboundReports.createPatientFromReport': (things) => ({
    id: things.ids.unmatchedReport,
    ...MUTATIONS['patients.registerPatient']!(things),
  }),
  'inboundDocuments.createPatientFromDocument': (things) => ({
    id: things.ids.inboundDocument,
    ...MUTATIONS['patients.registerPatient']!(things),
  }),
  'patientUpdates.createFromPatientUpdate': (things) => ({
    id: 'upd_01k00000000000000000000000',
    ...MUTATIONS['patients.registerPatient']!(things),
  }),
  'patientUpdates.dismissPatientUpdate': ({ ids }) => ({ id: ids.patientUpdate, reason: 'Not our patient.' }),
  'patientUpdates.returnPatientUpdate': ({ ids }) => ({ id: ids.patientUpdate }),
  'patientUpdates.undoPatientUpdate': ({ ids }) => ({ id: ids.patientUpdate }),
  'inboundReports.mapLabProvider': ({ ids }) => ({ id: ids.labProvider, user_id: null }),
  'inboundReports.markLabCode': ({ ids }) => ({ id: ids.labCode, mapping_needed: false }),
  'inboundReports.mapLabCode': ({ ids }) => ({ id: ids.labCode, loinc: '2345-7' }),
  'webhooks.createWebhook': (things) => GOOD.createWebhook!(things)[0]!,
  'webhooks.deleteWebhook': () => ({ id: NO_WEBHOOK }),
  'webhooks.updateWebhook': ({ ids }) => ({ id: ids.webhook, description: 'Billing', events: ['*'] }),
  'webhooks.setWebhookEnabled': ({ ids }) => ({ id: ids.webhook, enabled: false, send_held: false }),
  'webhooks.rotateWebhookSecret': ({ ids }) => ({ id: ids.webhook, overlap_hours: 0 }),
  'webhooks.sendTestEvent': ({ ids }) => ({ id: ids.webhook, type: 'lab_result.critical' }),
  'webhooks.redeliverSince': ({ ids }) => ({ id: ids.webhook, since: '2026-01-01T00:00:00Z', which: 'all' }),
  'webhooks.redeliver': ({ ids }) => ({ id: ids.webhook, delivery_id: ids.delivery }),
  'apiKeys.createApiKey': () => ({ name: 'made', scopes: ['patients:read'], ip_allow_list: [] }),
  'apiKeys.revokeApiKey': ({ ids }) => ({ id: ids.apiKey }),
  'apiKeys.rotateApiKey': () => ({ id: NO_KEY, overlap_hours: 0 }),
  'apiKeys.updateApiKey': ({ ids }) => ({ id: ids.apiKey, name: 'changed', ip_allow_list: ['127.0.0.1/32'] }),
  'oauthApps.setOauthAppDomain': ({ ids }) => ({ id: ids.oauthApp, domain: 'app.example' }),
  // For an existing application the service would send a request.
  'oauthApps.checkOauthAppDomain': () => ({ id: NO_APP }),
  'inboundMessages.runMessageAgain': ({ ids }) => ({ id: ids.inboundMessage }),
  'inboundMessages.setMessageAside': ({ ids }) => ({ id: ids.inboundMessage, reason: 'It blocks' }),
  'labConnections.createLabConnection': () => ({
    ...NEW_LAB,
    allowed_addresses: ['127.0.0.1/32'],
    time_zone: 'Europe/Berlin',
    working_hours: { days: [1], from: '08:00', to: '18:00' },
  }),
  'labConnections.updateLabConnection': ({ ids }) => ({ id: ids.labConnection, name: 'changed', tls: false }),
  'labConnections.deleteLabConnection': () => ({ id: NO_LAB }),
  'labConnections.mapLabUnit': ({ ids }) => ({ connection_id: ids.labConnection, unit: 'U', ucum: 'U/L' }),
  'labConnections.createIngestKey': ({ ids }) => ({ connection_id: ids.labConnection }),
  'labConnections.revokeIngestKey': () => ({ id: 'ing_01k00000000000000000000000' }),
  'sessions.endSession': () => ({ id: 'ses_01k00000000000000000000000' }),
  'sessions.endMemberSessions': () => ({ id: UNKNOWN_USER }),
  'sessions.switchOrganization': () => ({ id: 'org_01k00000000000000000000000' }),
  'passwords.changePassword': () => ({
    current_password: 'not the one that it is',
    new_password: 'another long password',
  }),
  'labOrders.cancelLabOrder': () => ({ id: NO_ORDER, reason: 'Ordered twice.' }),
  'labOrders.collectLabOrder': () => ({ id: NO_ORDER, collected_at: '2026-01-05T08:00:00Z' }),
  'orderSets.createOrderSet': ({ ids }) => ({ name: `Set ${Math.random()}`, test_ids: [ids.test] }),
  'orderSets.updateOrderSet': ({ ids }) => ({ id: NO_SET, name: 'Other', test_ids: [ids.test] }),
  'orderSets.deleteOrderSet': () => ({ id: NO_SET }),
  'labOrders.undoLabOrderCollection': () => ({ id: NO_ORDER }),
  'labOrders.sendLabOrder': () => ({ id: NO_ORDER }),
  'catalog.undoCatalogImport': () => ({ id: NO_IMPORT }),
  'catalog.previewCatalogImport': () => ({ lab_id: 'lab', lab_name: 'Lab', content: 'code,name\nX,X' }),
  'catalog.importCatalog': () => ({
    lab_id: 'lab',
    lab_name: 'Lab',
    content: 'code,name\nX,X',
    digest: 'none',
  }),
  'sandboxes.resetSandbox': () => ({}),
  'sandboxes.simulateLabResult': ({ ids }) => ({ id: ids.order, kind: 'critical' }),
  'sandboxes.createSandbox': () => ({ name: 'Trial' }),
  'sandboxes.joinSandbox': () => ({ id: 'org_01k00000000000000000000000' }),
  'catalog.addFavoriteTest': ({ ids }) => ({ id: ids.test }),
  'catalog.removeFavoriteTest': ({ ids }) => ({ id: ids.test }),
  'labOrders.rejectLabOrder': () => ({ id: NO_ORDER, reason: 'Tube was empty.' }),
  'labOrders.recordCancellationAnswer': () => ({ id: NO_ORDER, confirmed: true, reason: 'By telephone.' }),
  'documents.updateDocument': () => ({
    id: NO_DOCUMENT,
    title: 'Letter',
    category: 'referral',
    reason: 'Typo.',
  }),
  'documents.signOffDocument': () => ({ id: NO_DOCUMENT }),
  'documents.withdrawDocumentSignOff': () => ({ id: NO_DOCUMENT, reason: 'Read it again.' }),
  'documents.markDocumentInError': () => ({ id: NO_DOCUMENT, reason: 'Wrong.' }),
  'documents.moveDocument': ({ ids }) => ({ id: NO_DOCUMENT, patient_id: ids.spare, reason: 'Wrong.' }),
  'uploads.fileUpload': ({ ids }) => ({
    id: NO_UPLOAD,
    patient_id: ids.patient,
    title: 'A letter',
    category: 'other',
    document_date: '2026-01-02',
  }),
  'uploads.discardUpload': () => ({ id: NO_UPLOAD }),
  'drafts.saveDraft': () => ({ form: '/patients/new', content: '{}' }),
  'drafts.discardDraft': () => ({ form: '/patients/new' }),
  'auditLog.saveAuditFilter': () => ({ name: 'Changes', filter: { kind: 'write' } }),
  'auditLog.deleteAuditFilter': () => ({ name: 'Changes' }),
  'oauthApps.createOauthApp': () => ({
    name: 'made',
    kind: 'public',
    redirect_uris: ['http://127.0.0.1/callback'],
    scopes: ['labs:read'],
  }),
  'oauthApps.updateOauthApp': ({ ids }) => ({ id: ids.oauthApp, name: 'changed', paused: false }),
  'oauthApps.rotateOauthAppSecret': ({ ids }) => ({ id: ids.oauthApp, overlap_hours: 0 }),
  'oauthApps.deleteOauthApp': () => ({ id: NO_APP }),
  'organizations.updateOrganizationSettings': () => SETTINGS,
  'organizations.setOrganizationLogo': () => LOGO,
  'organizations.removeOrganizationLogo': () => ({}),
  'labResults.pinTest': ({ ids }) => ({ patient_id: ids.patient, test_key: 'GLU' }),
  'labResults.unpinTest': ({ ids }) => ({ patient_id: ids.patient, test_key: 'none' }),
  'reviews.signLabResult': ({ ids }) => ({ id: ids.result, version: 1, note: 'a\nb' }),
  'reviews.markLabResultSeen': () => ({ id: NO_REPORT, version: 1, note: 'a' }),
  'reviews.signNormalResults': ({ ids }) => ({ reports: [{ id: ids.result, version: 1 }] }),
  'reviews.undoReview': () => ({ reports: [{ id: NO_REPORT, version: 1 }] }),
  'reviews.withdrawSignature': () => ({ id: NO_REPORT, version: 1, reason: 'a' }),
  'reviews.commentLabResult': ({ ids }) => ({ id: ids.result, note: 'a\nb' }),
  'reviews.forwardLabResult': () => ({ id: NO_REPORT, to_id: UNKNOWN_USER, note: 'a' }),
  'reviews.assignLabResult': () => ({ id: NO_REPORT, to_id: null }),
  'secondFactors.confirmTotp': () => ({ code: '000000' }),
  'secondFactors.addPasskey': () => NEW_PASSKEY,
  'secondFactors.removePasskey': () => NO_PASSKEY,
  'secondFactors.resetSecondFactor': () => ({ id: 'usr_01k00000000000000000000000' }),
  'oauth.disconnectApp': ({ ids }) => ({ id: ids.oauthApp }),
  'oauth.revokeAppGrants': ({ ids }) => ({ id: ids.oauthApp }),
  'people.correctPersonName': () => ({ id: UNKNOWN_USER, name: 'Good Input' }),
  'people.changeRole': () => ({ id: UNKNOWN_USER, role: 'viewer' }),
  'people.endMembership': () => ({ id: UNKNOWN_USER, successor_id: UNKNOWN_USER }),
  'people.restoreMembership': () => ({ id: UNKNOWN_USER }),
  'people.createPasswordReset': () => ({ id: UNKNOWN_USER }),
  'people.invitePerson': () => ({ name: 'Good Input', email: 'good@example.org', role: 'viewer' }),
  'people.renewInvitation': () => ({ id: 'inv_01k00000000000000000000000' }),
  'people.revokeInvitation': () => ({ id: 'inv_01k00000000000000000000000' }),
  'people.setDelegation': ({ ids }) => ({
    delegate_id: ids.user,
    starts: '2040-01-02T08:00',
    ends: '2040-01-03T08:00',
  }),
  'people.endDelegation': () => ({ id: 'dlg_01k00000000000000000000000' }),
};
const NO_WEBHOOK = 'wh_01k00000000000000000000000';
const NO_LAB = 'lab_01k00000000000000000000000';
const NO_REPORT = 'res_01k00000000000000000000000';
const UNKNOWN_USER = 'usr_01k00000000000000000000000';
const NO_KEY = 'key_01k00000000000000000000000';
const NO_APP = 'app_01k00000000000000000000000';

/** Valid input of each reading procedure of the portal. */
export const QUERIES: Record<string, (things: Furnished) => Json> = {
  'patients.listCharts': () => ({ limit: 5, q: 'good' }),
  'patients.getPatient': ({ ids }) => ({ id: ids.patient }),
  'patients.findDuplicates': () => ({ family: 'Good', given: 'Input', birth_date: '2000-01-01' }),
  'patients.listIdentities': ({ ids }) => ({ ids: [ids.patient, ids.spare] }),
  'patients.listDeletedPatients': () => ({ limit: 5 }),
  'labOrders.listLabOrders': ({ ids }) => ({ limit: 5, patient_id: ids.patient, sort: '-created_at' }),
  'labOrders.getLabOrder': ({ ids }) => ({ id: ids.order }),
  'labOrders.getOrderSheet': ({ ids }) => ({ id: ids.order }),
  'labResults.getLabResult': ({ ids }) => ({ id: ids.result }),
  'labResults.listPatientResults': ({ ids }) => ({
    patient_id: ids.patient,
    limit: 5,
    order: 'urgent',
    status: 'final',
    test: 'glucose',
    from: '2026-01-01',
    to: '2026-11-05',
    time_zone: 'Europe/Berlin',
  }),
  'labResults.getFlowSheet': ({ ids }) => ({
    patient_id: ids.patient,
    panel: '24321-2',
    until: '2026-11-05T14:07:00.000Z',
  }),
  'labResults.exportFlowSheet': ({ ids }) => ({ patient_id: ids.patient, panel: '24321-2' }),
  'labResults.printLabResult': ({ ids }) => ({ id: ids.result }),
  'labResults.printFlowSheet': ({ ids }) => ({ patient_id: ids.patient, columns: 8 }),
  'labResults.listPinnedTests': ({ ids }) => ({ patient_id: ids.patient }),
  'labResults.getTrend': ({ ids }) => ({ patient_id: ids.patient, tests: ['2345-7', '2823-3'] }),
  'labResults.getRecentValues': ({ ids }) => ({ id: ids.result }),
  'labResults.listResultVersions': ({ ids }) => ({ id: ids.result }),
  'inboundReports.listUnmatchedReports': () => ({ view: 'open', limit: 5 }),
  'inboundReports.getUnmatchedReport': ({ ids }) => ({ id: ids.unmatchedReport, with: [ids.patient] }),
  'inboundReports.listRematchCandidates': ({ ids }) => ({ id: ids.result, with: [ids.patient] }),
  'inboundReports.getReportMove': ({ ids }) => ({ id: ids.result }),
  'inboundDocuments.listInboundDocuments': () => ({ limit: 5 }),
  'inboundDocuments.getInboundDocument': ({ ids }) => ({ id: ids.inboundDocument, with: [ids.patient] }),
  'patientUpdates.listPatientUpdates': () => ({ limit: 5 }),
  'patientUpdates.getPatientUpdate': ({ ids }) => ({ id: ids.patientUpdate, with: [ids.patient] }),
  'inboundReports.listLabProviders': () => ({ state: 'unmapped', limit: 5 }),
  'inboundReports.listLabCodes': () => ({ state: 'unmapped', limit: 5 }),
  'reviews.listInbox': () => ({ scope: 'everyone', kind: 'critical', age: 'over_1', limit: 5 }),
  'reviews.listSignedResults': () => ({ since: '2026-01-01T00:00:00Z', limit: 5 }),
  'reviews.listNewCriticalResults': ({ ids }) => ({
    since: '2026-01-01T00:00:00Z',
    ids: [ids.result],
    unmatched_ids: [ids.unmatchedReport],
  }),
  'reviews.getInboxMark': () => ({ scope: 'mine' }),
  'reviews.getReviewState': ({ ids }) => ({ id: ids.result }),
  'catalog.listCatalog': () => ({ q: 'glu', limit: 5 }),
  'documents.listDocuments': ({ ids }) => ({ patient_id: ids.patient, q: 'letter' }),
  'documents.getDocument': ({ ids }) => ({ id: ids.document }),
  'documents.findDocumentCopies': ({ ids }) => ({ patient_id: ids.patient, sha256: ['0'.repeat(64)] }),
  'documents.listPatientDocuments': ({ ids }) => ({
    patient_id: ids.patient,
    limit: 5,
    category: 'referral',
    status: 'available',
    from: '2026-01-01',
    to: '2026-11-05',
    superseded: 'include',
    order: 'document_date',
  }),
  'documents.getDocumentNeighbors': ({ ids }) => ({
    id: ids.document,
    list: 'all',
    category: 'referral',
    status: 'available',
    from: '2026-01-01',
    to: '2026-11-05',
    superseded: 'include',
    order: 'document_date',
  }),
  'documents.listDocumentCorrections': ({ ids }) => ({ id: ids.document }),
  'documents.listRelatedDocuments': ({ ids }) => ({ id: ids.document }),
  'uploads.listUploads': ({ ids }) => ({ patient_id: ids.patient }),
  'events.listEvents': () => ({ limit: 5 }),
  'webhooks.listWebhooks': () => ({ limit: 5 }),
  'webhooks.getWebhook': ({ ids }) => ({ id: ids.webhook }),
  'webhooks.listDeliveries': ({ ids }) => ({
    id: ids.webhook,
    limit: 5,
    status: 'pending',
    event_type: 'webhook.test',
    created_since: '2026-01-01T00:00:00Z',
    created_until: '2999-01-01T00:00:00Z',
  }),
  'organizations.countExpiredData': () => PERIODS,
  'webhooks.countRedeliveries': ({ ids }) => ({
    id: ids.webhook,
    since: '2026-01-01T00:00:00Z',
    which: 'failed',
  }),
  'webhooks.listWebhookHealth': ({ ids }) => ({ webhook_id: ids.webhook }),
  'webhooks.getDelivery': ({ ids }) => ({ id: ids.webhook, delivery_id: ids.delivery }),
  'inboundMessages.listInboundMessages': ({ ids }) => ({ connection_id: ids.labConnection, limit: 5 }),
  'inboundMessages.getInboundMessage': ({ ids }) => ({ id: ids.inboundMessage }),
  'labConnections.listLabConnections': () => ({ limit: 5 }),
  'labConnections.getLabConnection': ({ ids }) => ({ id: ids.labConnection }),
  'labConnections.getFeedHealth': ({ ids }) => ({ connection_id: ids.labConnection }),
  'labConnections.listLabUnits': ({ ids }) => ({ connection_id: ids.labConnection }),
  'labConnections.listIngestKeys': ({ ids }) => ({ connection_id: ids.labConnection }),
  'apiKeys.getApiKey': ({ ids }) => ({ id: ids.apiKey }),
  'drafts.getDraft': () => ({ form: '/patients/new' }),
  'oauth.getConsentOrganization': () => ({ id: 'A'.repeat(43) }),
  'oauthApps.listOauthApps': () => ({ limit: 5 }),
  'oauthApps.getOauthApp': ({ ids }) => ({ id: ids.oauthApp }),
  'people.listPeople': () => ({ limit: 5, state: 'active', q: 'a', role: 'viewer' }),
  'people.getPerson': ({ ids }) => ({ id: ids.user }),
  'people.listInvitations': () => ({ limit: 5 }),
  'people.listDelegations': ({ ids }) => ({ user_id: ids.user }),
  'auditLog.listPatientAccess': ({ ids }) => ({
    patient_id: ids.patient,
    limit: 5,
    who: ids.user,
    kind: 'read',
    outcome: 'allowed',
    since: '2026-01-01T00:00:00Z',
    until: '2999-01-01T00:00:00Z',
  }),
  'auditLog.exportAuditEvents': ({ ids }) => ({ who: ids.user, kind: 'write' }),
  'auditLog.listAuditEntries': ({ ids }) => ({ limit: 5, who: ids.user, kind: 'write' }),
  'auditLog.listSecurityEvents': ({ ids }) => ({ limit: 5, who: ids.user, code: 'sign_in_failed' }),
  'oauth.getConsentRequest': () => ({ id: 'A'.repeat(43) }),
};

// The others get input that is generated from their contract.
for (const [path, { _def }] of Object.entries(portalProcedures))
  (_def.type === 'mutation' ? MUTATIONS : QUERIES)[path] ??= ({ ids }) => madeInput(path, ids) as Json;

const IDS: [RegExp, (ids: Furnished['ids']) => string][] = [
  [/patients/, (ids) => ids.patient],
  [/orders/, (ids) => ids.order],
  [/results/, (ids) => ids.result],
  [/documents/, (ids) => ids.document],
  [/webhooks/, (ids) => ids.webhook],
  [/exports/, (ids) => ids.export],
];

/** Path of an operation with the ID of an existing record. */
export const pathOf = ({ id, path }: ApiOperation, { ids }: Furnished): string =>
  path
    .replace('{id}', () =>
      id === 'deleteWebhook' ? NO_WEBHOOK : IDS.find(([part]) => part.test(path))![1](ids),
    )
    .replace('{delivery_id}', ids.delivery)
    .replace('{name}', EXAMPLE_FILE);
