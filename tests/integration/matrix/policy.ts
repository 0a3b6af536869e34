/**
 * Who may do what, written from the specification (sections 4 and 5.4), the table "Endpoints, scopes, success codes"
 * of the interface's design and its decision on roles. It imports nothing from the server, so that a mistake there is
 * not copied. An operation, route or procedure of the build without a row fails, and so does an unused row.
 */

export const SCOPES = [
  'patients:read',
  'patients:write',
  'patients:restricted',
  'labs:read',
  'labs:write',
  'documents:read',
  'documents:write',
  'webhooks:manage',
  'audit:read',
] as const;
export type Scope = (typeof SCOPES)[number];

/** Each of these includes the previous one. */
const RISING = ['viewer', 'clinician', 'admin'] as const;
/** Of these, none includes another. */
export const SPECIAL = ['laboratory_staff', 'front_desk', 'auditor'] as const;
export const ROLES = [...RISING, ...SPECIAL] as const;
export type Role = (typeof ROLES)[number];

/** The record that a path's `{id}` identifies, and the prefix of its IDs. */
export const ID_PREFIX = {
  patient: 'pat',
  order: 'ord',
  orderSet: 'set',
  test: 'tst',
  catalogImport: 'imp',
  result: 'res',
  document: 'doc',
  webhook: 'wh',
  apiKey: 'key',
  delivery: 'dlv',
  oauthApp: 'app',
  user: 'usr',
  invitation: 'inv',
  delegation: 'dlg',
  unmatchedReport: 'rpt',
  patientUpdate: 'upd',
  inboundDocument: 'idc',
  labCode: 'lcd',
  labProvider: 'lpr',
  labConnection: 'lab',
  ingestKey: 'ing',
  inboundMessage: 'msg',
  outboundMessage: 'out',
  erasure: 'ers',
  export: 'exp',
} as const;
export type IdKind = keyof typeof ID_PREFIX;

export interface OperationPolicy {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  /** One of these is enough. */
  scopes: readonly Scope[];
  /** Status of success. */
  success: 200 | 201 | 204;
  /** The record that `{id}` identifies. */
  id?: IdKind;
  /** Forbidden in live organizations. */
  only?: 'sandbox';
}

/** Each resource in an export needs its own, in addition. */
const READ_SCOPES: readonly Scope[] = ['patients:read', 'labs:read', 'documents:read'];

/** Operations of `/v1` by operation ID. The audit calls them by the same name, in snake case. */
export const OPERATIONS: Record<string, OperationPolicy> = {
  listPatients: { method: 'GET', path: '/v1/patients', scopes: ['patients:read'], success: 200 },
  searchPatients: { method: 'POST', path: '/v1/patients/search', scopes: ['patients:read'], success: 200 },
  createPatient: { method: 'POST', path: '/v1/patients', scopes: ['patients:write'], success: 201 },
  createPatientBatch: {
    method: 'POST',
    path: '/v1/patients/batch',
    scopes: ['patients:write'],
    success: 200,
  },
  getPatient: {
    method: 'GET',
    path: '/v1/patients/{id}',
    scopes: ['patients:read'],
    success: 200,
    id: 'patient',
  },
  updatePatient: {
    method: 'PATCH',
    path: '/v1/patients/{id}',
    scopes: ['patients:write'],
    success: 200,
    id: 'patient',
  },
  deletePatient: {
    method: 'DELETE',
    path: '/v1/patients/{id}',
    scopes: ['patients:write'],
    success: 204,
    id: 'patient',
  },
  mergePatients: {
    method: 'POST',
    path: '/v1/patients/{id}/merge',
    scopes: ['patients:write'],
    success: 200,
    id: 'patient',
  },
  unmergePatients: {
    method: 'POST',
    path: '/v1/patients/{id}/unmerge',
    scopes: ['patients:write'],
    success: 200,
    id: 'patient',
  },
  listPatientMerges: {
    method: 'GET',
    path: '/v1/patients/{id}/merges',
    scopes: ['patients:read'],
    success: 200,
    id: 'patient',
  },
  listLabOrders: { method: 'GET', path: '/v1/labs/orders', scopes: ['labs:read'], success: 200 },
  createLabOrder: { method: 'POST', path: '/v1/labs/orders', scopes: ['labs:write'], success: 201 },
  getLabOrder: {
    method: 'GET',
    path: '/v1/labs/orders/{id}',
    scopes: ['labs:read'],
    success: 200,
    id: 'order',
  },
  listLabResults: { method: 'GET', path: '/v1/labs/results', scopes: ['labs:read'], success: 200 },
  cancelLabOrder: {
    method: 'POST',
    path: '/v1/labs/orders/{id}/cancel',
    scopes: ['labs:write'],
    success: 200,
    id: 'order',
  },
  getLabResult: {
    method: 'GET',
    path: '/v1/labs/results/{id}',
    scopes: ['labs:read'],
    success: 200,
    id: 'result',
  },
  listCatalog: {
    method: 'GET',
    path: '/v1/labs/catalog',
    scopes: ['labs:read', 'labs:write'],
    success: 200,
  },
  listDocuments: { method: 'GET', path: '/v1/documents', scopes: ['documents:read'], success: 200 },
  createDocument: { method: 'POST', path: '/v1/documents', scopes: ['documents:write'], success: 201 },
  getDocument: {
    method: 'GET',
    path: '/v1/documents/{id}',
    scopes: ['documents:read'],
    success: 200,
    id: 'document',
  },
  downloadDocument: {
    method: 'GET',
    path: '/v1/documents/{id}/content',
    scopes: ['documents:read'],
    success: 200,
    id: 'document',
  },
  // The scope for the kind of the object: one of them is required, and each shows its own kind.
  listEvents: {
    method: 'GET',
    path: '/v1/events',
    scopes: ['patients:read', 'labs:read', 'documents:read', 'webhooks:manage'],
    success: 200,
  },
  listWebhooks: { method: 'GET', path: '/v1/webhooks', scopes: ['webhooks:manage'], success: 200 },
  createWebhook: { method: 'POST', path: '/v1/webhooks', scopes: ['webhooks:manage'], success: 201 },
  deleteWebhook: {
    method: 'DELETE',
    path: '/v1/webhooks/{id}',
    scopes: ['webhooks:manage'],
    success: 204,
    id: 'webhook',
  },
  getWebhook: {
    method: 'GET',
    path: '/v1/webhooks/{id}',
    scopes: ['webhooks:manage'],
    success: 200,
    id: 'webhook',
  },
  updateWebhook: {
    method: 'PATCH',
    path: '/v1/webhooks/{id}',
    scopes: ['webhooks:manage'],
    success: 200,
    id: 'webhook',
  },
  rotateWebhookSecret: {
    method: 'POST',
    path: '/v1/webhooks/{id}/rotate-secret',
    scopes: ['webhooks:manage'],
    success: 200,
    id: 'webhook',
  },
  sendTestEvent: {
    method: 'POST',
    path: '/v1/webhooks/{id}/test',
    scopes: ['webhooks:manage'],
    success: 200,
    id: 'webhook',
  },
  listDeliveries: {
    method: 'GET',
    path: '/v1/webhooks/{id}/deliveries',
    scopes: ['webhooks:manage'],
    success: 200,
    id: 'webhook',
  },
  getDelivery: {
    method: 'GET',
    path: '/v1/webhooks/{id}/deliveries/{delivery_id}',
    scopes: ['webhooks:manage'],
    success: 200,
    id: 'webhook',
  },
  redeliver: {
    method: 'POST',
    path: '/v1/webhooks/{id}/deliveries/{delivery_id}/redeliver',
    scopes: ['webhooks:manage'],
    success: 200,
    id: 'webhook',
  },
  redeliverSince: {
    method: 'POST',
    path: '/v1/webhooks/{id}/redeliver',
    scopes: ['webhooks:manage'],
    success: 200,
    id: 'webhook',
  },
  getMe: { method: 'GET', path: '/v1/me', scopes: [], success: 200 },
  getSandbox: {
    method: 'GET',
    path: '/v1/sandbox',
    scopes: ['patients:read', 'patients:write'],
    success: 200,
    only: 'sandbox',
  },
  resetSandbox: {
    method: 'POST',
    path: '/v1/sandbox/reset',
    scopes: ['patients:write'],
    success: 200,
    only: 'sandbox',
  },
  simulateLabResult: {
    method: 'POST',
    path: '/v1/sandbox/labs/orders/{id}/simulate',
    scopes: ['labs:write'],
    success: 200,
    id: 'order',
    only: 'sandbox',
  },
  listExports: { method: 'GET', path: '/v1/exports', scopes: READ_SCOPES, success: 200 },
  createExport: { method: 'POST', path: '/v1/exports', scopes: READ_SCOPES, success: 201 },
  getExport: { method: 'GET', path: '/v1/exports/{id}', scopes: READ_SCOPES, success: 200, id: 'export' },
  cancelExport: {
    method: 'POST',
    path: '/v1/exports/{id}/cancel',
    scopes: READ_SCOPES,
    success: 200,
    id: 'export',
  },
  downloadExportFile: {
    method: 'GET',
    path: '/v1/exports/{id}/files/{name}',
    scopes: READ_SCOPES,
    success: 200,
    id: 'export',
  },
  listAuditEvents: { method: 'GET', path: '/v1/audit-events', scopes: ['audit:read'], success: 200 },
};

/** The scope that shows an event, by the first word of its type. */
export const EVENT_SCOPE: Record<string, Scope> = {
  patient: 'patients:read',
  lab_order: 'labs:read',
  lab_result: 'labs:read',
  catalog: 'labs:read',
  document: 'documents:read',
  export: 'patients:read',
  webhook: 'webhooks:manage',
};

export interface ProcedurePolicy {
  /** The lowest of the rising roles that may call it. */
  role: (typeof RISING)[number];
  also?: readonly (typeof SPECIAL)[number][];
  /** The record that the input's `id` identifies. */
  id?: IdKind;
  /** Forbidden in live organizations, or in sandboxes. */
  only?: 'sandbox' | 'live';
}

/** Streams of the portal's endpoint, tested with tests/integration/api/changes. */
export const SUBSCRIPTIONS: Record<string, ProcedurePolicy> = {
  // Changes of the inbox, which is for users who sign.
  'changes.watchChanges': { role: 'clinician' },
};

/** What each user does with their own account. */
const EVERYONE = SPECIAL;
/** Patients, without results and documents. */
const NOT_AUDITOR = ['laboratory_staff', 'front_desk'] as const;
const LABORATORY = ['laboratory_staff'] as const;
const DESK = ['front_desk'] as const;
const AUDITOR = ['auditor'] as const;

/** Procedures of the portal's endpoint, by their path in the router. */
export const PROCEDURES: Record<string, ProcedurePolicy> = {
  'patients.listCharts': { role: 'viewer', also: NOT_AUDITOR },
  'patients.registerPatient': { role: 'clinician', also: DESK },
  'patients.getPatient': { role: 'viewer', also: NOT_AUDITOR, id: 'patient' },
  'patients.updatePatient': { role: 'clinician', also: DESK, id: 'patient' },
  'patients.deletePatient': { role: 'admin', id: 'patient' },
  'patients.mergePatients': { role: 'clinician', also: DESK, id: 'patient' },
  'patients.unmergePatients': { role: 'clinician', also: DESK, id: 'patient' },
  'patients.listPatientMerges': { role: 'viewer', also: NOT_AUDITOR, id: 'patient' },
  // A whole chart leaves the service.
  'patientExports.getPatientExport': { role: 'admin', id: 'patient' },
  'privacyReport.getPrivacyReport': { role: 'admin', also: AUDITOR },
  'privacyReport.exportPrivacyReport': { role: 'admin', also: AUDITOR },
  'restrictedCharts.getRestrictedChart': { role: 'viewer', also: NOT_AUDITOR, id: 'patient' },
  'restrictedCharts.openRestrictedChart': { role: 'viewer', also: NOT_AUDITOR, id: 'patient' },
  'restrictedCharts.setChartRestriction': { role: 'admin', id: 'patient' },
  'restrictedCharts.listChartAccesses': { role: 'admin', also: AUDITOR },
  'erasures.getErasurePreview': { role: 'admin', id: 'patient' },
  'erasures.erasePatient': { role: 'admin', id: 'patient' },
  'erasures.getErasure': { role: 'admin', id: 'erasure' },
  'erasures.listErasures': { role: 'admin' },
  'patients.comparePatients': { role: 'clinician', also: DESK, id: 'patient' },
  'patients.restorePatient': { role: 'admin', id: 'patient' },
  'patients.listDeletedPatients': { role: 'admin' },
  'patients.findDuplicates': { role: 'viewer', also: NOT_AUDITOR },
  'patients.findPatients': { role: 'viewer', also: NOT_AUDITOR },
  'patients.listRecentPatients': { role: 'viewer', also: NOT_AUDITOR },
  'patients.listIdentities': { role: 'viewer', also: NOT_AUDITOR },
  'labOrders.listLabOrders': { role: 'viewer', also: LABORATORY },
  'labOrders.createLabOrder': { role: 'clinician' },
  'labOrders.getLabOrder': { role: 'viewer', also: LABORATORY, id: 'order' },
  'labOrders.getOrderSheet': { role: 'viewer', also: LABORATORY, id: 'order' },
  'orderSets.listOrderSets': { role: 'viewer', also: LABORATORY },
  'orderSets.createOrderSet': { role: 'clinician' },
  'orderSets.updateOrderSet': { role: 'clinician', id: 'orderSet' },
  'orderSets.deleteOrderSet': { role: 'clinician', id: 'orderSet' },
  'labOrders.listDueOrders': { role: 'viewer', also: LABORATORY },
  'labOrders.countOrders': { role: 'viewer', also: LABORATORY },
  'labOrders.getOrderTemplate': { role: 'viewer', also: LABORATORY, id: 'order' },
  'labOrders.listOrderDiagnoses': { role: 'viewer', also: LABORATORY },
  'labOrders.cancelLabOrder': { role: 'clinician', id: 'order' },
  'labOrders.collectLabOrder': { role: 'clinician', id: 'order' },
  'labOrders.sendLabOrder': { role: 'clinician', id: 'order' },
  'labOrders.sendLabOrderAgain': { role: 'clinician', id: 'order' },
  'labOrders.rejectLabOrder': { role: 'clinician', id: 'order' },
  'labOrders.recordCancellationAnswer': { role: 'clinician', id: 'order' },
  'labResults.getLabResult': { role: 'viewer', also: LABORATORY, id: 'result' },
  'labResults.listPatientResults': { role: 'viewer', also: LABORATORY },
  'labResults.getFlowSheet': { role: 'viewer', also: LABORATORY },
  'labResults.exportFlowSheet': { role: 'viewer', also: LABORATORY },
  'labResults.getTrend': { role: 'viewer', also: LABORATORY },
  'labResults.printLabResult': { role: 'viewer', also: LABORATORY, id: 'result' },
  'labResults.printFlowSheet': { role: 'viewer', also: LABORATORY },
  'labResults.pinTest': { role: 'clinician' },
  'labResults.unpinTest': { role: 'clinician' },
  'labResults.listPinnedTests': { role: 'viewer', also: LABORATORY },
  'labResults.getRecentValues': { role: 'viewer', also: LABORATORY, id: 'result' },
  'labResults.listResultVersions': { role: 'viewer', also: LABORATORY, id: 'result' },
  'inboundReports.listUnmatchedReports': { role: 'clinician', also: LABORATORY },
  'inboundReports.getUnmatchedReport': { role: 'clinician', also: LABORATORY, id: 'unmatchedReport' },
  'inboundReports.matchReport': { role: 'clinician', also: LABORATORY, id: 'unmatchedReport' },
  'inboundReports.createPatientFromReport': { role: 'clinician', id: 'unmatchedReport' },
  'inboundReports.parkReport': { role: 'clinician', also: LABORATORY, id: 'unmatchedReport' },
  'inboundReports.rejectReport': { role: 'clinician', also: LABORATORY, id: 'unmatchedReport' },
  'inboundReports.rematchLabResult': { role: 'clinician', also: LABORATORY, id: 'result' },
  'inboundReports.listRematchCandidates': { role: 'clinician', also: LABORATORY, id: 'result' },
  'inboundReports.getReportMove': { role: 'viewer', also: LABORATORY, id: 'result' },
  'inboundDocuments.listInboundDocuments': { role: 'clinician', also: DESK },
  'inboundDocuments.getInboundDocument': { role: 'clinician', also: DESK, id: 'inboundDocument' },
  'inboundDocuments.fileInboundDocument': { role: 'clinician', also: DESK, id: 'inboundDocument' },
  'inboundDocuments.createPatientFromDocument': { role: 'clinician', also: DESK, id: 'inboundDocument' },
  'inboundDocuments.dismissInboundDocument': { role: 'clinician', also: DESK, id: 'inboundDocument' },
  'patientUpdates.listPatientUpdates': { role: 'clinician', also: DESK },
  'patientUpdates.getPatientUpdate': { role: 'clinician', also: DESK, id: 'patientUpdate' },
  'patientUpdates.applyPatientUpdate': { role: 'clinician', also: DESK, id: 'patientUpdate' },
  'patientUpdates.createFromPatientUpdate': { role: 'clinician', also: DESK, id: 'patientUpdate' },
  'patientUpdates.dismissPatientUpdate': { role: 'clinician', also: DESK, id: 'patientUpdate' },
  'inboundReports.listLabCodes': { role: 'admin' },
  'inboundReports.mapLabCode': { role: 'admin', id: 'labCode' },
  'inboundReports.markLabCode': { role: 'admin', id: 'labCode' },
  'inboundReports.listLabProviders': { role: 'admin' },
  'inboundReports.mapLabProvider': { role: 'admin', id: 'labProvider' },
  // Users who may read a report may see who signed it; the inbox is for users who sign.
  'reviews.getReviewState': { role: 'viewer', also: LABORATORY, id: 'result' },
  'reviews.listInbox': { role: 'clinician' },
  'reviews.listSignedResults': { role: 'clinician' },
  'reviews.getInboxAlarm': { role: 'clinician' },
  'reviews.getInboxMark': { role: 'clinician' },
  'reviews.listNewCriticalResults': { role: 'clinician' },
  'reviews.signLabResult': { role: 'clinician', id: 'result' },
  'reviews.markLabResultSeen': { role: 'clinician', id: 'result' },
  'reviews.signNormalResults': { role: 'clinician' },
  'reviews.undoReview': { role: 'clinician' },
  'reviews.withdrawSignature': { role: 'clinician', id: 'result' },
  'reviews.commentLabResult': { role: 'clinician', id: 'result' },
  'reviews.forwardLabResult': { role: 'clinician' },
  'reviews.assignLabResult': { role: 'clinician', id: 'result' },
  // Each part of the start page needs the role of its list.
  'today.getToday': { role: 'viewer', also: NOT_AUDITOR },
  'adminOverview.getAdminOverview': { role: 'admin' },
  'sandboxes.getSandbox': { role: 'admin', only: 'sandbox' },
  'sandboxes.resetSandbox': { role: 'admin', only: 'sandbox' },
  'sandboxes.simulateLabResult': { role: 'clinician', id: 'order', only: 'sandbox' },
  'sandboxes.listSandboxes': { role: 'admin', only: 'live' },
  'sandboxes.createSandbox': { role: 'admin', only: 'live' },
  'sandboxes.joinSandbox': { role: 'admin', only: 'live' },
  'provisioning.listScimTokens': { role: 'admin' },
  'provisioning.createScimToken': { role: 'admin' },
  'provisioning.revokeScimToken': { role: 'admin' },
  'provisioning.listOpenWork': { role: 'admin' },
  'provisioning.handOverWork': { role: 'admin', id: 'user' },
  'singleSignOn.getSingleSignOn': { role: 'admin' },
  'singleSignOn.saveIdentityProvider': { role: 'admin' },
  'singleSignOn.deleteIdentityProvider': { role: 'admin' },
  'singleSignOn.createTokenKey': { role: 'admin' },
  'singleSignOn.deleteTokenKeys': { role: 'admin' },
  'singleSignOn.setSingleSignOn': { role: 'admin' },
  'singleSignOn.addIdentityDomain': { role: 'admin' },
  'singleSignOn.verifyIdentityDomain': { role: 'admin' },
  'singleSignOn.removeIdentityDomain': { role: 'admin' },
  'singleSignOn.beginSignOnTest': { role: 'admin' },
  'singleSignOn.listSignOnFailures': { role: 'admin', also: AUDITOR },
  'singleSignOn.unlinkIdentity': { role: 'admin', id: 'user' },
  // Each user's own.
  'singleSignOn.beginIdentityLink': { role: 'viewer', also: EVERYONE },
  'singleSignOn.getOwnIdentity': { role: 'viewer', also: EVERYONE },
  'catalog.listCatalog': { role: 'viewer', also: LABORATORY },
  'catalog.previewCatalogImport': { role: 'admin' },
  'catalog.importCatalog': { role: 'admin' },
  'catalog.undoCatalogImport': { role: 'admin', id: 'catalogImport' },
  'catalog.listCatalogImports': { role: 'admin' },
  'catalog.listCatalogLabs': { role: 'admin' },
  'catalog.listFavoriteTests': { role: 'clinician' },
  'catalog.addFavoriteTest': { role: 'clinician', id: 'test' },
  'catalog.removeFavoriteTest': { role: 'clinician', id: 'test' },
  'documents.listDocuments': { role: 'viewer', also: DESK },
  'documents.getDocument': { role: 'viewer', also: DESK, id: 'document' },
  'documents.findDocumentCopies': { role: 'viewer', also: DESK },
  'documents.listPatientDocuments': { role: 'viewer', also: DESK },
  'documents.getDocumentNeighbors': { role: 'viewer', also: DESK, id: 'document' },
  'documents.listDocumentCorrections': { role: 'viewer', also: DESK, id: 'document' },
  'documents.listRelatedDocuments': { role: 'viewer', also: DESK, id: 'document' },
  'documents.updateDocument': { role: 'clinician', also: DESK, id: 'document' },
  'documents.signOffDocument': { role: 'clinician', also: DESK, id: 'document' },
  'documents.withdrawDocumentSignOff': { role: 'clinician', also: DESK, id: 'document' },
  'documents.markDocumentInError': { role: 'clinician', also: DESK, id: 'document' },
  'documents.moveDocument': { role: 'clinician', also: DESK, id: 'document' },
  // Unfiled uploads are private to their user.
  'uploads.listUploads': { role: 'clinician', also: DESK },
  'uploads.fileUpload': { role: 'clinician', also: DESK },
  'uploads.discardUpload': { role: 'clinician', also: DESK },
  'events.listEvents': { role: 'viewer', also: NOT_AUDITOR },
  'webhooks.listWebhooks': { role: 'admin' },
  'webhooks.createWebhook': { role: 'admin' },
  'webhooks.deleteWebhook': { role: 'admin', id: 'webhook' },
  'webhooks.getWebhook': { role: 'admin', id: 'webhook' },
  'webhooks.updateWebhook': { role: 'admin', id: 'webhook' },
  'webhooks.setWebhookEnabled': { role: 'admin', id: 'webhook' },
  'webhooks.rotateWebhookSecret': { role: 'admin', id: 'webhook' },
  'webhooks.sendTestEvent': { role: 'admin', id: 'webhook' },
  'webhooks.listDeliveries': { role: 'admin', id: 'webhook' },
  'webhooks.getDelivery': { role: 'admin', id: 'webhook' },
  'webhooks.redeliver': { role: 'admin', id: 'webhook' },
  'webhooks.countRedeliveries': { role: 'admin', id: 'webhook' },
  'webhooks.redeliverSince': { role: 'admin', id: 'webhook' },
  'webhooks.listWebhookHealth': { role: 'admin' },
  'apiKeys.listApiKeys': { role: 'admin' },
  'apiKeys.createApiKey': { role: 'admin' },
  'apiKeys.getApiKey': { role: 'admin', id: 'apiKey' },
  'apiKeys.rotateApiKey': { role: 'admin', id: 'apiKey' },
  'apiKeys.updateApiKey': { role: 'admin', id: 'apiKey' },
  'apiKeys.revokeApiKey': { role: 'admin', id: 'apiKey' },
  'oauthApps.listOauthApps': { role: 'admin' },
  'oauthApps.createOauthApp': { role: 'admin' },
  'oauthApps.getOauthApp': { role: 'admin', id: 'oauthApp' },
  'oauthApps.updateOauthApp': { role: 'admin', id: 'oauthApp' },
  'oauthApps.rotateOauthAppSecret': { role: 'admin', id: 'oauthApp' },
  'oauthApps.setOauthAppDomain': { role: 'admin', id: 'oauthApp' },
  'oauthApps.checkOauthAppDomain': { role: 'admin', id: 'oauthApp' },
  'oauthApps.deleteOauthApp': { role: 'admin', id: 'oauthApp' },
  'labConnections.listLabConnections': { role: 'admin' },
  'labConnections.getLabConnection': { role: 'admin', id: 'labConnection' },
  'labConnections.getFeedHealth': { role: 'admin' },
  'labConnections.createLabConnection': { role: 'admin' },
  'labConnections.updateLabConnection': { role: 'admin', id: 'labConnection' },
  'labConnections.deleteLabConnection': { role: 'admin', id: 'labConnection' },
  'labConnections.listLabUnits': { role: 'admin' },
  'labConnections.mapLabUnit': { role: 'admin' },
  'labConnections.listIngestKeys': { role: 'admin' },
  'labConnections.createIngestKey': { role: 'admin' },
  'labConnections.revokeIngestKey': { role: 'admin', id: 'ingestKey' },
  'inboundMessages.listInboundMessages': { role: 'admin' },
  'inboundMessages.getInboundMessage': { role: 'admin', id: 'inboundMessage' },
  'inboundMessages.runMessageAgain': { role: 'admin', id: 'inboundMessage' },
  'inboundMessages.setMessageAside': { role: 'admin', id: 'inboundMessage' },
  'orderDestinations.getOrderDestination': { role: 'admin', id: 'labConnection' },
  'orderDestinations.saveOrderDestination': { role: 'admin', id: 'labConnection' },
  'orderDestinations.deleteOrderDestination': { role: 'admin', id: 'labConnection' },
  'orderDestinations.testOrderDestination': { role: 'admin', id: 'labConnection' },
  'orderDestinations.setOrdersPaused': { role: 'admin', id: 'labConnection' },
  'outboundMessages.listOutboundMessages': { role: 'admin' },
  'outboundMessages.getOutboundMessage': { role: 'admin', id: 'outboundMessage' },
  // The user's own consents and applications, whatever the role.
  'oauth.getConsentRequest': { role: 'viewer', also: EVERYONE },
  'oauth.getConsentOrganization': { role: 'viewer', also: EVERYONE },
  'oauth.listConnectedApps': { role: 'viewer', also: EVERYONE },
  'oauth.disconnectApp': { role: 'viewer', also: EVERYONE, id: 'oauthApp' },
  'oauth.revokeAppGrants': { role: 'admin', id: 'oauthApp' },
  'sessions.listSessions': { role: 'viewer', also: EVERYONE },
  'sessions.endOtherSessions': { role: 'viewer', also: EVERYONE },
  'sessions.getSessionState': { role: 'viewer', also: EVERYONE },
  'sessions.extendSession': { role: 'viewer', also: EVERYONE },
  'sessions.listOwnOrganizations': { role: 'viewer', also: EVERYONE },
  'sessions.switchOrganization': { role: 'viewer', also: EVERYONE },
  'sessions.endMemberSessions': { role: 'admin' },
  'sessions.endSession': { role: 'viewer', also: EVERYONE },
  'passwords.changePassword': { role: 'viewer', also: EVERYONE },
  'displaySettings.updateDisplaySettings': { role: 'viewer', also: EVERYONE },
  'drafts.getDraft': { role: 'viewer', also: EVERYONE },
  'drafts.saveDraft': { role: 'viewer', also: EVERYONE },
  'drafts.discardDraft': { role: 'viewer', also: EVERYONE },
  'people.listPeople': { role: 'admin' },
  'people.getPerson': { role: 'admin', id: 'user' },
  'people.correctPersonName': { role: 'admin', id: 'user' },
  'people.changeRole': { role: 'admin', id: 'user' },
  'people.endMembership': { role: 'admin', id: 'user' },
  'people.restoreMembership': { role: 'admin', id: 'user' },
  'people.createPasswordReset': { role: 'admin', id: 'user' },
  'people.invitePerson': { role: 'admin' },
  'people.listInvitations': { role: 'admin' },
  'people.renewInvitation': { role: 'admin', id: 'invitation' },
  'people.revokeInvitation': { role: 'admin', id: 'invitation' },
  // Absences and covering: users who sign results.
  'people.listColleagues': { role: 'viewer', also: EVERYONE },
  'people.setDelegation': { role: 'clinician' },
  'people.endDelegation': { role: 'clinician', id: 'delegation' },
  'people.listDelegations': { role: 'clinician' },
  // An access log is about colleagues as much as about the patient.
  'auditLog.listPatientAccess': { role: 'admin', also: AUDITOR },
  'auditLog.printPatientAccess': { role: 'admin', also: AUDITOR },
  'auditLog.listAuditEntries': { role: 'admin', also: AUDITOR },
  'auditLog.exportAuditEvents': { role: 'admin', also: AUDITOR },
  'auditLog.listSecurityEvents': { role: 'admin', also: AUDITOR },
  'auditLog.listAuditActors': { role: 'admin', also: AUDITOR },
  'auditLog.listAuditFilters': { role: 'admin', also: AUDITOR },
  'auditLog.saveAuditFilter': { role: 'admin', also: AUDITOR },
  'auditLog.deleteAuditFilter': { role: 'admin', also: AUDITOR },
  'organizations.getOrganizationSettings': { role: 'admin' },
  'organizations.updateOrganizationSettings': { role: 'admin' },
  'organizations.countExpiredData': { role: 'admin' },
  'organizations.previewSecondFactor': { role: 'admin' },
  'organizations.setOrganizationLogo': { role: 'admin' },
  'organizations.removeOrganizationLogo': { role: 'admin' },
  // The user's own second factors, whatever the role.
  'secondFactors.getSecondFactor': { role: 'viewer', also: EVERYONE },
  'secondFactors.beginTotp': { role: 'viewer', also: EVERYONE },
  'secondFactors.confirmTotp': { role: 'viewer', also: EVERYONE },
  'secondFactors.removeTotp': { role: 'viewer', also: EVERYONE },
  'secondFactors.beginPasskey': { role: 'viewer', also: EVERYONE },
  'secondFactors.addPasskey': { role: 'viewer', also: EVERYONE },
  'secondFactors.removePasskey': { role: 'viewer', also: EVERYONE },
  'secondFactors.createRecoveryCodes': { role: 'viewer', also: EVERYONE },
  'secondFactors.resetSecondFactor': { role: 'admin' },
};

export const mayDo = (role: Role, { role: least, also }: ProcedurePolicy): boolean =>
  (SPECIAL as readonly Role[]).includes(role)
    ? (also as readonly Role[] | undefined)?.includes(role) === true
    : ROLES.indexOf(role) >= ROLES.indexOf(least);

/** Paths below `/v1` that need no credential. */
export const PUBLIC_PATHS: readonly string[] = ['/v1/openapi.json'];

/** Route handlers of Next: everything else below `app/` is a page. */
export const ROUTE_HANDLERS: readonly string[] = [
  'app/api/auth/[...nextauth]/route.ts',
  'app/(public)/docs/client.tgz/route.ts',
  'app/(public)/docs/clinical_client.py/route.ts',
  'app/(public)/docs/markdown/[part]/[name]/route.ts',
  'app/(public)/docs/postman.json/route.ts',
  'app/(public)/llms.txt/route.ts',
];

/** Paths of the listener outside pages and `/v1`: probes, portal endpoints, signed URLs, disabled endpoints. */
export const OTHER_ENDPOINTS: readonly string[] = [
  '/healthz',
  '/readyz',
  '/metrics',
  '/api/trpc',
  '/api/sign-in',
  '/api/portal/documents/uploads',
  '/api/portal/patient-exports',
  '/api/portal/logo',
  '/content',
  '/uploads',
  '/fhir',
  '/ingest',
  '/.well-known/security.txt',
  '/.well-known',
  '/oauth/authorize',
  '/oauth/token',
  '/oauth/revoke',
  '/oauth/introspect',
  '/oauth/jwks',
  '/oauth/decide',
  '/oauth/consent',
  '/api/public',
  '/api/single-sign-on',
  '/scim/v2',
  '/invitation',
  '/reset-password',
];
