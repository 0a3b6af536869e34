import { showId } from '../../../server/shared/ids';
import type { Furnished } from '../../support/furnish';
import { inputSchemaOf, madeInput } from '../../support/made-input';
import { isFull } from '../../support/test-size';
import { ID_PREFIX, OPERATIONS, PROCEDURES, type IdKind } from '../matrix/policy';

/** Inputs of every procedure that refer to the records of a furnished organization. */

type Case = (theirs: Furnished) => Record<string, unknown>[];

/** Includes everything, whatever its age. */
const SINCE_EVER = { since: '2000-01-01T00:00:00Z', which: 'all' };
const madeCase =
  (path: string): Case =>
  (theirs) =>
    Object.keys(inputSchemaOf(path).properties ?? {}).includes('id')
      ? byId(theirs).map((input) => ({ ...madeInput(path, theirs.ids), ...input }))
      : [madeInput(path, theirs.ids)];
const byId: Case = (theirs) => Object.values(theirs.ids).map((id) => ({ id }));

const withPatient: Case = (theirs) =>
  byId(theirs).map((input) => ({
    ...input,
    name: { family: 'Mine', given: ['Mia'] },
    birth_date: '1990-01-01',
    sex: 'female',
  }));

/** Inputs that refer to foreign records, per procedure. The others are generated from the contract. */
const CASES: Record<string, Case> = {
  'patients.listPatients': (theirs) => [
    {},
    { q: theirs.family },
    { mrn: theirs.mrn },
    { external_id: theirs.externalId },
    { identifier: theirs.identifier },
    { family: theirs.family },
    { birth_date: theirs.birthDate },
    { phone: '99887766' },
    { sort: 'family' },
  ],
  'patients.listCharts': (theirs) => [{}, { q: theirs.family }],
  'patients.createPatient': () => [],
  'patients.createPatientBatch': () => [],
  'patients.registerPatient': () => [],
  'patients.getPatient': byId,
  'patients.updatePatient': (theirs) => byId(theirs).map((input) => ({ ...input, language: 'xx' })),
  'patients.mergePatients': (theirs) =>
    byId(theirs).flatMap((input) => [
      { ...input, merged_patient_id: theirs.ownPatientOfCaller, reason: 'Mine.' },
      { id: theirs.ownPatientOfCaller, merged_patient_id: input.id, reason: 'Mine.' },
    ]),
  'patients.unmergePatients': (theirs) =>
    byId(theirs).map((input) => ({ ...input, merged_patient_id: theirs.ids.spare, reason: 'Mine.' })),
  'patients.listPatientMerges': byId,
  'patientExports.getPatientExport': byId,
  'privacyReport.getPrivacyReport': () => [{ days: 30 }],
  'privacyReport.exportPrivacyReport': () => [{ days: 30 }],
  'restrictedCharts.getRestrictedChart': byId,
  'restrictedCharts.openRestrictedChart': (theirs) =>
    byId(theirs).map((input) => ({ ...input, reason: 'treatment', note: 'Mine.' })),
  'restrictedCharts.setChartRestriction': (theirs) =>
    byId(theirs).map((input) => ({ ...input, restriction: 'vip' })),
  'restrictedCharts.listChartAccesses': (theirs) => [{}, { patient_id: theirs.ids.patient }],
  'erasures.getErasurePreview': byId,
  'erasures.erasePatient': (theirs) =>
    byId(theirs).map((input) => ({
      ...input,
      mrn: theirs.mrn,
      ground: 'patient_request',
      reason: 'Mine.',
      reference: 'Mine.',
    })),
  'erasures.getErasure': (theirs) => [{ id: theirs.ids.erasure }],
  'erasures.listErasures': () => [{}],
  'patients.comparePatients': (theirs) =>
    byId(theirs).flatMap((input) => [
      { ...input, other_id: theirs.ownPatientOfCaller },
      { id: theirs.ownPatientOfCaller, other_id: input.id },
    ]),
  'patients.deletePatient': byId,
  'patients.findDuplicates': (theirs) => [
    { family: theirs.family, given: theirs.given, birth_date: theirs.birthDate },
  ],
  'patients.listDeletedPatients': () => [{}],
  'patients.restorePatient': byId,
  'patients.listRecentPatients': () => [{}],
  'patients.listIdentities': (theirs) => [{ ids: [theirs.ids.patient] }],
  'exports.listExports': () => [{}],
  'exports.createExport': () => [],
  'exports.getExport': (theirs) => [{ id: theirs.ids.export }],
  'exports.cancelExport': (theirs) => [{ id: theirs.ids.export }],
  'labOrders.listLabOrders': (theirs) => [
    {},
    { patient_id: theirs.ids.patient },
    { order_number: theirs.orderNumber },
    { test_id: theirs.ids.test },
  ],
  'patients.searchPatients': (theirs) => [
    {},
    { q: theirs.family },
    { mrn: theirs.mrn },
    { family: theirs.family, birth_date: theirs.birthDate },
  ],
  'labResults.listLabResults': (theirs) => [
    {},
    { patient_id: theirs.ids.patient },
    { order_id: theirs.ids.order },
    { patient_id: theirs.ids.patient, code: 'GLU' },
  ],
  'labOrders.createLabOrder': (theirs) => [
    { patient_id: theirs.ids.patient, items: [{ code: 'GLU' }], lab_id: 'example-lab' },
    { patient_id: theirs.ownPatientOfCaller, items: [{ test_id: theirs.ids.test }] },
    {
      patient_id: theirs.ownPatientOfCaller,
      items: [{ code: 'GLU' }],
      lab_id: 'example-lab',
      copy_to: [theirs.ids.user],
    },
  ],
  'labOrders.getLabOrder': byId,
  'labOrders.getOrderSheet': byId,
  'orderSets.listOrderSets': () => [{}],
  'orderSets.createOrderSet': (theirs) => [{ name: 'Theirs', test_ids: [theirs.ids.test] }],
  'orderSets.updateOrderSet': (theirs) => byId(theirs).map((input) => ({ ...input, name: 'Mine' })),
  'orderSets.deleteOrderSet': byId,
  'labOrders.listDueOrders': () => [{}],
  'labOrders.countOrders': () => [{}],
  'labOrders.getOrderTemplate': byId,
  'labOrders.listOpenTests': (theirs) => [{ patient_id: theirs.ids.patient }],
  'labOrders.listOrderDiagnoses': (theirs) => [{ patient_id: theirs.ids.patient }],
  'labOrders.cancelLabOrder': (theirs) => byId(theirs).map((input) => ({ ...input, reason: 'Mine.' })),
  'labOrders.collectLabOrder': byId,
  'labOrders.undoLabOrderCollection': byId,
  'labOrders.sendLabOrder': byId,
  'labOrders.rejectLabOrder': (theirs) => byId(theirs).map((input) => ({ ...input, reason: 'Mine.' })),
  'labOrders.recordCancellationAnswer': (theirs) =>
    byId(theirs).map((input) => ({ ...input, confirmed: true, reason: 'Mine.' })),
  'labResults.getLabResult': byId,
  'labResults.listPatientResults': (theirs) => [{ patient_id: theirs.ids.patient }],
  'labResults.getFlowSheet': (theirs) => [{ patient_id: theirs.ids.patient }],
  'labResults.exportFlowSheet': (theirs) => [{ patient_id: theirs.ids.patient }],
  'labResults.printLabResult': byId,
  'labResults.printFlowSheet': (theirs) => [{ patient_id: theirs.ids.patient }],
  'labResults.pinTest': (theirs) => [{ patient_id: theirs.ids.patient, test_key: 'GLU' }],
  'labResults.unpinTest': (theirs) => [{ patient_id: theirs.ids.patient, test_key: '2345-7' }],
  'labResults.listPinnedTests': (theirs) => [{ patient_id: theirs.ids.patient }],
  'labResults.getTrend': (theirs) => [{ patient_id: theirs.ids.patient, tests: ['2345-7'] }],
  'labResults.getRecentValues': byId,
  'labResults.listResultVersions': byId,
  'inboundReports.listUnmatchedReports': () => [{}, { view: 'parked' }, { view: 'rejected' }],
  'inboundReports.getUnmatchedReport': (theirs) =>
    byId(theirs).map((input) => ({ ...input, with: [theirs.ids.patient] })),
  'inboundReports.listRematchCandidates': (theirs) =>
    byId(theirs).map((input) => ({ ...input, with: [theirs.ids.patient] })),
  'inboundReports.getReportMove': byId,
  'inboundReports.matchReport': (theirs) =>
    byId(theirs).flatMap((input) => [
      { ...input, patient_id: theirs.ownPatientOfCaller, reason: 'Mine.' },
      { ...input, patient_id: theirs.ids.patient, reason: 'Mine.' },
    ]),
  'inboundReports.createPatientFromReport': withPatient,
  'inboundReports.parkReport': byId,
  'inboundReports.returnReport': byId,
  'inboundReports.rejectReport': (theirs) => byId(theirs).map((input) => ({ ...input, reason: 'Mine.' })),
  'inboundReports.rematchLabResult': (theirs) =>
    byId(theirs).map((input) => ({ ...input, patient_id: theirs.ownPatientOfCaller, reason: 'Mine.' })),
  'inboundDocuments.listInboundDocuments': () => [{}, { view: 'rejected' }],
  'inboundDocuments.getInboundDocument': (theirs) =>
    byId(theirs).map((input) => ({ ...input, with: [theirs.ids.patient] })),
  'inboundDocuments.fileInboundDocument': (theirs) =>
    byId(theirs).flatMap((input) => [
      { ...input, patient_id: theirs.ownPatientOfCaller, reason: 'Mine.' },
      { ...input, patient_id: theirs.ids.patient, reason: 'Mine.' },
    ]),
  'inboundDocuments.createPatientFromDocument': withPatient,
  'inboundDocuments.dismissInboundDocument': (theirs) =>
    byId(theirs).map((input) => ({ ...input, reason: 'Mine.' })),
  'inboundDocuments.returnInboundDocument': byId,
  'inboundDocuments.undoInboundDocument': byId,
  'patientUpdates.listPatientUpdates': () => [{}, { view: 'rejected' }, { view: 'closed' }],
  'patientUpdates.getPatientUpdate': (theirs) =>
    byId(theirs).map((input) => ({ ...input, with: [theirs.ids.patient] })),
  'patientUpdates.applyPatientUpdate': (theirs) =>
    byId(theirs).flatMap((input) => [
      { ...input, patient_id: theirs.ownPatientOfCaller, reason: 'Mine.' },
      { ...input, patient_id: theirs.ids.patient, reason: 'Mine.' },
    ]),
  'patientUpdates.createFromPatientUpdate': withPatient,
  'patientUpdates.dismissPatientUpdate': (theirs) =>
    byId(theirs).map((input) => ({ ...input, reason: 'Mine.' })),
  'patientUpdates.returnPatientUpdate': byId,
  'patientUpdates.undoPatientUpdate': byId,
  'inboundReports.listLabCodes': () => [{ state: 'all' }],
  'inboundReports.listLabProviders': () => [{ state: 'all' }],
  'inboundReports.mapLabProvider': (theirs) =>
    byId(theirs).flatMap((input) => [
      { ...input, user_id: null },
      { ...input, user_id: theirs.ids.user },
    ]),
  'inboundReports.markLabCode': (theirs) =>
    byId(theirs).map((input) => ({ ...input, mapping_needed: false })),
  'inboundReports.mapLabCode': (theirs) => byId(theirs).map((input) => ({ ...input, loinc: '2345-7' })),
  'reviews.listInbox': () => [{}, { scope: 'everyone' }, { scope: 'unassigned' }, { scope: 'delegated' }],
  'reviews.listSignedResults': () => [{}],
  'reviews.getInboxAlarm': () => [{}],
  'reviews.getInboxMark': () => [{ scope: 'everyone' }],
  'reviews.listNewCriticalResults': (theirs) => [
    { since: '2026-01-01T00:00:00Z' },
    {
      since: '2099-01-01T00:00:00Z',
      ids: [theirs.ids.result],
      unmatched_ids: [theirs.ids.unmatchedReport],
    },
  ],
  'reviews.getReviewState': byId,
  'reviews.signLabResult': (theirs) => byId(theirs).map((input) => ({ ...input, version: 1, note: 'x' })),
  'reviews.markLabResultSeen': (theirs) => byId(theirs).map((input) => ({ ...input, version: 1, note: 'x' })),
  'reviews.signNormalResults': (theirs) => [{ reports: [{ id: theirs.ids.result, version: 1 }] }],
  'reviews.undoReview': (theirs) => [{ reports: [{ id: theirs.ids.result, version: 1 }] }],
  'reviews.withdrawSignature': (theirs) =>
    byId(theirs).map((input) => ({ ...input, version: 1, reason: 'x' })),
  'reviews.commentLabResult': (theirs) => byId(theirs).map((input) => ({ ...input, note: 'x' })),
  'reviews.forwardLabResult': (theirs) => byId(theirs).map((input) => ({ ...input, to_id: theirs.ids.user })),
  'reviews.assignLabResult': (theirs) => byId(theirs).map((input) => ({ ...input, to_id: null })),
  'catalog.listCatalog': () => [{}, { q: 'GLU' }],
  'catalog.listFavoriteTests': () => [{}],
  'catalog.listCatalogImports': () => [{}],
  'catalog.listCatalogLabs': () => [{}],
  'catalog.addFavoriteTest': (theirs) => [{ id: theirs.ids.test }],
  'catalog.removeFavoriteTest': (theirs) => [{ id: theirs.ids.test }],
  'documents.listDocuments': (theirs) => [
    {},
    { patient_id: theirs.ids.patient },
    { q: 'foreign' },
    { order_id: theirs.ids.order },
  ],
  'documents.createDocument': (theirs) => [
    {
      patient_id: theirs.ids.patient,
      upload: { size: 4, sha256: '0'.repeat(64), content_type: 'text/plain', file_name: 'a.txt' },
    },
    {
      patient_id: theirs.ids.patient,
      content: { data: Buffer.from('text').toString('base64'), file_name: 'a.txt' },
    },
    {
      patient_id: theirs.ownPatientOfCaller,
      order_id: theirs.ids.order,
      content: { data: Buffer.from('text').toString('base64'), file_name: 'a.txt' },
    },
  ],
  'documents.getDocument': byId,
  'documents.findDocumentCopies': (theirs) => [{ patient_id: theirs.ids.patient, sha256: ['0'.repeat(64)] }],
  'documents.listPatientDocuments': (theirs) => [{ patient_id: theirs.ids.patient }],
  'documents.getDocumentNeighbors': byId,
  'documents.listDocumentCorrections': byId,
  'documents.listRelatedDocuments': byId,
  'documents.updateDocument': (theirs) => byId(theirs).map((input) => ({ ...input, title: 'Mine.' })),
  'documents.signOffDocument': byId,
  'documents.withdrawDocumentSignOff': (theirs) =>
    byId(theirs).map((input) => ({ ...input, reason: 'Mine.' })),
  'documents.markDocumentInError': (theirs) => byId(theirs).map((input) => ({ ...input, reason: 'Mine.' })),
  'documents.moveDocument': (theirs) =>
    byId(theirs).map((input) => ({ ...input, patient_id: theirs.ownPatientOfCaller, reason: 'Mine.' })),
  'uploads.listUploads': (theirs) => [{}, { patient_id: theirs.ids.patient }],
  'uploads.fileUpload': (theirs) =>
    byId(theirs).flatMap((input) => [
      { ...input, patient_id: theirs.ids.patient, category: 'other' },
      { ...input, patient_id: theirs.ownPatientOfCaller, category: 'other' },
    ]),
  'uploads.discardUpload': byId,
  'events.listEvents': (theirs) => [
    {},
    { sort: 'position' },
    { type: 'patient.*' },
    { created_since: '2020-01-01T00:00:00Z' },
    ...Object.values(theirs.ids)
      .filter((id) => /^(pat|ord|res|doc|wh)_/.test(id))
      .map((id) => ({ object_id: id })),
  ],
  'webhooks.listWebhooks': () => [{}],
  'webhooks.createWebhook': () => [],
  'sandboxes.createSandbox': () => [],
  'webhooks.deleteWebhook': byId,
  'webhooks.getWebhook': byId,
  'webhooks.listDeliveries': byId,
  'webhooks.getDelivery': (theirs) =>
    byId(theirs).map((input) => ({ ...input, delivery_id: theirs.ids.delivery })),
  'webhooks.redeliver': (theirs) =>
    byId(theirs).map((input) => ({ ...input, delivery_id: theirs.ids.delivery })),
  'webhooks.rotateWebhookSecret': (theirs) => byId(theirs).map((input) => ({ ...input, overlap_hours: 0 })),
  'webhooks.updateWebhook': (theirs) => byId(theirs).map((input) => ({ ...input, description: 'Mine.' })),
  'webhooks.setWebhookEnabled': (theirs) => byId(theirs).map((input) => ({ ...input, enabled: false })),
  'webhooks.sendTestEvent': byId,
  'webhooks.countRedeliveries': (theirs) => byId(theirs).map((input) => ({ ...input, ...SINCE_EVER })),
  'webhooks.redeliverSince': (theirs) => byId(theirs).map((input) => ({ ...input, ...SINCE_EVER })),
  'webhooks.listWebhookHealth': (theirs) => [{}, { webhook_id: theirs.ids.webhook }],
  'apiKeys.listApiKeys': () => [{}],
  'apiKeys.createApiKey': () => [],
  'apiKeys.revokeApiKey': byId,
  'oauthApps.listOauthApps': () => [{}],
  'oauthApps.createOauthApp': () => [],
  'oauthApps.getOauthApp': byId,
  'oauthApps.updateOauthApp': (theirs) => byId(theirs).map((input) => ({ ...input, name: 'Taken over' })),
  'oauthApps.rotateOauthAppSecret': (theirs) => byId(theirs).map((input) => ({ ...input, overlap_hours: 0 })),
  'oauthApps.deleteOauthApp': byId,
  'oauth.getConsentRequest': byId,
  'oauth.listConnectedApps': () => [{}],
  'oauth.disconnectApp': byId,
  'oauth.revokeAppGrants': byId,
  'oauth.getConsentOrganization': byId,
  'oauthApps.setOauthAppDomain': (theirs) =>
    byId(theirs).map((input) => ({ ...input, domain: 'taken.example' })),
  'oauthApps.checkOauthAppDomain': byId,
  'apiKeys.getApiKey': byId,
  'apiKeys.rotateApiKey': (theirs) => byId(theirs).map((input) => ({ ...input, overlap_hours: 0 })),
  'apiKeys.updateApiKey': (theirs) => byId(theirs).map((input) => ({ ...input, name: 'Taken over' })),
  'orderDestinations.getOrderDestination': byId,
  'orderDestinations.saveOrderDestination': (theirs) =>
    byId(theirs).map((input) => ({ ...input, transport: 'folder' })),
  'orderDestinations.deleteOrderDestination': byId,
  'orderDestinations.testOrderDestination': byId,
  'orderDestinations.setOrdersPaused': (theirs) => byId(theirs).map((input) => ({ ...input, paused: true })),
  'outboundMessages.listOutboundMessages': (theirs) => [{}, { connection_id: theirs.ids.labConnection }],
  'outboundMessages.getOutboundMessage': byId,
  'labOrders.sendLabOrderAgain': byId,
  'inboundMessages.listInboundMessages': (theirs) => [{}, { connection_id: theirs.ids.labConnection }],
  'inboundMessages.getInboundMessage': byId,
  'inboundMessages.runMessageAgain': byId,
  'inboundMessages.setMessageAside': (theirs) => byId(theirs).map((input) => ({ ...input, reason: 'x' })),
  'labConnections.listLabConnections': () => [{}],
  'labConnections.getLabConnection': byId,
  'labConnections.getFeedHealth': (theirs) => [{}, { connection_id: theirs.ids.labConnection }],
  'labConnections.createLabConnection': () => [],
  'labConnections.updateLabConnection': (theirs) =>
    byId(theirs).map((input) => ({ ...input, name: 'Taken over' })),
  'labConnections.deleteLabConnection': byId,
  'labConnections.listLabUnits': (theirs) => [{ connection_id: theirs.ids.labConnection }],
  'labConnections.mapLabUnit': (theirs) => [
    { connection_id: theirs.ids.labConnection, unit: 'U', ucum: 'U/L' },
  ],
  'labConnections.listIngestKeys': (theirs) => [{ connection_id: theirs.ids.labConnection }],
  'labConnections.createIngestKey': (theirs) => [{ connection_id: theirs.ids.labConnection }],
  'labConnections.revokeIngestKey': byId,
  'sessions.listSessions': () => [{}],
  'sessions.getSessionState': () => [{}],
  'sessions.extendSession': () => [],
  'sessions.listOwnOrganizations': () => [{}],
  'sessions.switchOrganization': (theirs) => [
    { id: showId('organization', theirs.admin.actor.orgId) },
    ...byId(theirs),
  ],
  'sessions.endSession': byId,
  'sessions.endOtherSessions': () => [],
  'sessions.endMemberSessions': byId,
  'passwords.changePassword': () => [],
  'displaySettings.updateDisplaySettings': () => [],
  'drafts.getDraft': (theirs) => [{ form: '/patients/new' }, { form: `/inbox/${theirs.ids.result}` }],
  'drafts.saveDraft': (theirs) => [{ form: `/inbox/${theirs.ids.result}`, content: '{}' }],
  'drafts.discardDraft': () => [],
  'people.listPeople': () => [{}, { state: 'all' }],
  'people.getPerson': byId,
  'people.correctPersonName': (theirs) => byId(theirs).map((input) => ({ ...input, name: 'Theirs' })),
  'people.changeRole': (theirs) => byId(theirs).map((input) => ({ ...input, role: 'viewer' })),
  'people.endMembership': (theirs) =>
    byId(theirs).map((input) => ({ ...input, successor_id: theirs.ids.user })),
  'people.restoreMembership': byId,
  'people.createPasswordReset': byId,
  'people.invitePerson': () => [],
  'people.listInvitations': () => [{}],
  'people.renewInvitation': byId,
  'people.revokeInvitation': byId,
  'people.listColleagues': () => [{}],
  'people.setDelegation': (theirs) => [
    { delegate_id: theirs.ids.user, starts: '2040-01-02T08:00', ends: '2040-01-03T08:00' },
    {
      user_id: theirs.ids.user,
      delegate_id: theirs.ids.user,
      starts: '2040-01-02T08:00',
      ends: '2040-01-03T08:00',
    },
  ],
  'people.endDelegation': byId,
  'people.listDelegations': (theirs) => [{}, { user_id: theirs.ids.user }],
  'adminOverview.getAdminOverview': () => [{}],
  'organizations.getOrganizationSettings': () => [{}],
  'organizations.previewSecondFactor': () => [{}],
  'organizations.updateOrganizationSettings': () => [],
  'organizations.setOrganizationLogo': () => [],
  'organizations.removeOrganizationLogo': () => [],
  'provisioning.listScimTokens': () => [{}],
  'provisioning.createScimToken': () => [],
  'provisioning.revokeScimToken': () => [{ id: 'sct_01k00000000000000000000000' }],
  'provisioning.listOpenWork': () => [{}],
  'provisioning.handOverWork': (theirs) => [{ id: theirs.ids.user, successor_id: theirs.ids.user }],
  'singleSignOn.getSingleSignOn': () => [{}],
  'singleSignOn.listSignOnFailures': () => [{}],
  'singleSignOn.getOwnIdentity': () => [{}],
  'singleSignOn.saveIdentityProvider': () => [],
  'singleSignOn.setSingleSignOn': (theirs) => [
    { enabled: false, enforced: false, break_glass_ids: [theirs.ids.user] },
  ],
  'singleSignOn.addIdentityDomain': () => [],
  'singleSignOn.verifyIdentityDomain': () => [{ domain: 'theirs.example' }],
  'singleSignOn.removeIdentityDomain': () => [{ domain: 'theirs.example' }],
  'singleSignOn.beginSignOnTest': () => [{}],
  'singleSignOn.beginIdentityLink': () => [{}],
  'singleSignOn.createTokenKey': () => [{}],
  'singleSignOn.deleteTokenKeys': () => [{}],
  'singleSignOn.deleteIdentityProvider': () => [{}],
  'singleSignOn.unlinkIdentity': (theirs) => [{ id: theirs.ids.user }],
  'secondFactors.getSecondFactor': () => [{}],
  'secondFactors.beginTotp': () => [],
  'secondFactors.confirmTotp': () => [],
  'secondFactors.removeTotp': () => [],
  'secondFactors.beginPasskey': () => [],
  'secondFactors.addPasskey': () => [],
  'secondFactors.removePasskey': byId,
  'secondFactors.createRecoveryCodes': () => [],
  'secondFactors.resetSecondFactor': byId,
  'auditLog.printPatientAccess': (theirs) => [{ patient_id: theirs.ids.patient }],
  'auditLog.listPatientAccess': (theirs) => [
    { patient_id: theirs.ids.patient },
    { patient_id: theirs.ownPatientOfCaller, who: theirs.ids.user },
  ],
  'auditLog.listAuditEntries': (theirs) => [{}, { who: theirs.ids.user }, { limit: 100 }],
  'auditLog.listAuditEvents': (theirs) => [
    { limit: 100 },
    { limit: 100, sort: 'position' },
    { actor: theirs.ids.user },
    { patient_id: theirs.ids.patient },
    { patient_id: theirs.ids.deleted },
  ],
  'auditLog.exportAuditEvents': (theirs) => [{}, { who: theirs.ids.user }],
  'auditLog.listSecurityEvents': (theirs) => [{}, { who: theirs.ids.user }],
  'auditLog.findAuditedPatient': (theirs) => [{ mrn: theirs.mrn }],
  'auditLog.listAuditActors': () => [{}],
  'auditLog.listAuditFilters': () => [{}],
  'auditLog.saveAuditFilter': () => [],
  'auditLog.deleteAuditFilter': () => [],
};

export const casesOf =
  (path: string): Case =>
  (theirs) =>
    (CASES[path] ?? madeCase(path))(theirs).filter((input) => fits(path, input));

/** Of procedures without a kind in the policy, whose records are not among those of the case. */
const ANY_KIND = ['patient', 'order', 'result', 'document', 'user'] as const;

/** Whether the ID is of the kind that the policy states. In the nightly run each procedure gets IDs of all kinds. */
function fits(path: string, { id }: Record<string, unknown>): boolean {
  const name = path.split('.')[1]!;
  const kind = PROCEDURES[path]?.id ?? OPERATIONS[name]?.id;
  if (isFull || typeof id !== 'string') return true;
  const isOf = (one: IdKind) => id.startsWith(`${ID_PREFIX[one]}_`);
  if (!kind) return ANY_KIND.some(isOf) || !ID_KINDS.some(isOf);
  // A result can be requested by the ID of its order.
  return isOf(kind) || (name === 'getLabResult' && isOf('order'));
}

// `Object.keys` returns any string.
const ID_KINDS = Object.keys(ID_PREFIX) as IdKind[];
