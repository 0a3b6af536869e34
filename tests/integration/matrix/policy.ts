/**
 * Who may do what, written from the specification (sections 4 and 5.4), the table "Endpoints, scopes, success codes"
 * of the interface's design and its decision on roles. It imports nothing from the server, so that a mistake there is
 * not copied. An operation, route or procedure of the build without a row fails, and so does an unused row.
 */

export const SCOPES = [
  'patients:read',
  'patients:write',
  'labs:read',
  'labs:write',
  'documents:read',
  'documents:write',
  'webhooks:manage',
] as const;
export type Scope = (typeof SCOPES)[number];

/** Each role includes the previous one. */
export const ROLES = ['viewer', 'clinician', 'admin'] as const;
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
}

/** Operations of `/v1` by operation ID. The audit calls them by the same name, in snake case. */
export const OPERATIONS: Record<string, OperationPolicy> = {
  listPatients: { method: 'GET', path: '/v1/patients', scopes: ['patients:read'], success: 200 },
  createPatient: { method: 'POST', path: '/v1/patients', scopes: ['patients:write'], success: 201 },
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
};

/** The scope that shows an event, by the first word of its type. */
export const EVENT_SCOPE: Record<string, Scope> = {
  patient: 'patients:read',
  lab_order: 'labs:read',
  lab_result: 'labs:read',
  catalog: 'labs:read',
  document: 'documents:read',
  webhook: 'webhooks:manage',
};

export interface ProcedurePolicy {
  /** The lowest role that may call it. */
  role: Role;
  /** The record that the input's `id` identifies. */
  id?: IdKind;
}

/** Streams of the portal's endpoint, tested with tests/integration/api/changes. */
export const SUBSCRIPTIONS: Record<string, ProcedurePolicy> = {
  // Changes of the inbox, which is for users who sign.
  'changes.watchChanges': { role: 'clinician' },
};

/** Procedures of the portal's endpoint, by their path in the router. */
export const PROCEDURES: Record<string, ProcedurePolicy> = {
  'patients.listPatients': { role: 'viewer' },
  'patients.registerPatient': { role: 'clinician' },
  'patients.getPatient': { role: 'viewer', id: 'patient' },
  'patients.updatePatient': { role: 'clinician', id: 'patient' },
  'patients.deletePatient': { role: 'admin', id: 'patient' },
  'patients.mergePatients': { role: 'clinician', id: 'patient' },
  'patients.unmergePatients': { role: 'clinician', id: 'patient' },
  'patients.listPatientMerges': { role: 'viewer', id: 'patient' },
  // A whole chart leaves the service.
  'patientExports.getPatientExport': { role: 'admin', id: 'patient' },
  'patients.comparePatients': { role: 'clinician', id: 'patient' },
  'patients.restorePatient': { role: 'admin', id: 'patient' },
  'patients.listDeletedPatients': { role: 'admin' },
  'patients.findDuplicates': { role: 'viewer' },
  'patients.findPatients': { role: 'viewer' },
  'patients.listRecentPatients': { role: 'viewer' },
  'patients.listIdentities': { role: 'viewer' },
  'labOrders.listLabOrders': { role: 'viewer' },
  'labOrders.createLabOrder': { role: 'clinician' },
  'labOrders.getLabOrder': { role: 'viewer', id: 'order' },
  'labOrders.getOrderSheet': { role: 'viewer', id: 'order' },
  'orderSets.listOrderSets': { role: 'viewer' },
  'orderSets.createOrderSet': { role: 'clinician' },
  'orderSets.updateOrderSet': { role: 'clinician', id: 'orderSet' },
  'orderSets.deleteOrderSet': { role: 'clinician', id: 'orderSet' },
  'labOrders.listDueOrders': { role: 'viewer' },
  'labOrders.countOrders': { role: 'viewer' },
  'labOrders.getOrderTemplate': { role: 'viewer', id: 'order' },
  'labOrders.listOrderDiagnoses': { role: 'viewer' },
  'labOrders.cancelLabOrder': { role: 'clinician', id: 'order' },
  'labOrders.collectLabOrder': { role: 'clinician', id: 'order' },
  'labOrders.sendLabOrder': { role: 'clinician', id: 'order' },
  'labOrders.sendLabOrderAgain': { role: 'clinician', id: 'order' },
  'labOrders.rejectLabOrder': { role: 'clinician', id: 'order' },
  'labOrders.recordCancellationAnswer': { role: 'clinician', id: 'order' },
  'labResults.getLabResult': { role: 'viewer', id: 'result' },
  'labResults.listPatientResults': { role: 'viewer' },
  'labResults.getFlowSheet': { role: 'viewer' },
  'labResults.exportFlowSheet': { role: 'viewer' },
  'labResults.getTrend': { role: 'viewer' },
  'labResults.printLabResult': { role: 'viewer', id: 'result' },
  'labResults.printFlowSheet': { role: 'viewer' },
  'labResults.pinTest': { role: 'clinician' },
  'labResults.unpinTest': { role: 'clinician' },
  'labResults.listPinnedTests': { role: 'viewer' },
  'labResults.getRecentValues': { role: 'viewer', id: 'result' },
  'labResults.listResultVersions': { role: 'viewer', id: 'result' },
  'inboundReports.listUnmatchedReports': { role: 'clinician' },
  'inboundReports.getUnmatchedReport': { role: 'clinician', id: 'unmatchedReport' },
  'inboundReports.matchReport': { role: 'clinician', id: 'unmatchedReport' },
  'inboundReports.parkReport': { role: 'clinician', id: 'unmatchedReport' },
  'inboundReports.rejectReport': { role: 'clinician', id: 'unmatchedReport' },
  'inboundReports.rematchLabResult': { role: 'clinician', id: 'result' },
  'inboundReports.listRematchCandidates': { role: 'clinician', id: 'result' },
  'inboundReports.getReportMove': { role: 'viewer', id: 'result' },
  'inboundDocuments.listInboundDocuments': { role: 'clinician' },
  'inboundDocuments.getInboundDocument': { role: 'clinician', id: 'inboundDocument' },
  'inboundDocuments.fileInboundDocument': { role: 'clinician', id: 'inboundDocument' },
  'inboundDocuments.dismissInboundDocument': { role: 'clinician', id: 'inboundDocument' },
  'patientUpdates.listPatientUpdates': { role: 'clinician' },
  'patientUpdates.getPatientUpdate': { role: 'clinician', id: 'patientUpdate' },
  'patientUpdates.applyPatientUpdate': { role: 'clinician', id: 'patientUpdate' },
  'patientUpdates.createFromPatientUpdate': { role: 'clinician', id: 'patientUpdate' },
  'patientUpdates.dismissPatientUpdate': { role: 'clinician', id: 'patientUpdate' },
  'inboundReports.listLabCodes': { role: 'admin' },
  'inboundReports.mapLabCode': { role: 'admin', id: 'labCode' },
  'inboundReports.listLabProviders': { role: 'admin' },
  'inboundReports.mapLabProvider': { role: 'admin', id: 'labProvider' },
  // Users who may read a report may see who signed it; the inbox is for users who sign.
  'reviews.getReviewState': { role: 'viewer', id: 'result' },
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
  'today.getToday': { role: 'viewer' },
  'catalog.listCatalog': { role: 'viewer' },
  'catalog.previewCatalogImport': { role: 'admin' },
  'catalog.importCatalog': { role: 'admin' },
  'catalog.undoCatalogImport': { role: 'admin', id: 'catalogImport' },
  'catalog.listCatalogImports': { role: 'admin' },
  'catalog.listCatalogLabs': { role: 'admin' },
  'catalog.listFavoriteTests': { role: 'clinician' },
  'catalog.addFavoriteTest': { role: 'clinician', id: 'test' },
  'catalog.removeFavoriteTest': { role: 'clinician', id: 'test' },
  'documents.listDocuments': { role: 'viewer' },
  'documents.getDocument': { role: 'viewer', id: 'document' },
  'documents.findDocumentCopies': { role: 'viewer' },
  'documents.listPatientDocuments': { role: 'viewer' },
  'documents.getDocumentNeighbors': { role: 'viewer', id: 'document' },
  'documents.listDocumentCorrections': { role: 'viewer', id: 'document' },
  'documents.listRelatedDocuments': { role: 'viewer', id: 'document' },
  'documents.updateDocument': { role: 'clinician', id: 'document' },
  'documents.signOffDocument': { role: 'clinician', id: 'document' },
  'documents.withdrawDocumentSignOff': { role: 'clinician', id: 'document' },
  'documents.markDocumentInError': { role: 'clinician', id: 'document' },
  'documents.moveDocument': { role: 'clinician', id: 'document' },
  // Unfiled uploads are private to their user.
  'uploads.listUploads': { role: 'clinician' },
  'uploads.fileUpload': { role: 'clinician' },
  'uploads.discardUpload': { role: 'clinician' },
  'events.listEvents': { role: 'viewer' },
  'webhooks.listWebhooks': { role: 'admin' },
  'webhooks.createWebhook': { role: 'admin' },
  'webhooks.deleteWebhook': { role: 'admin', id: 'webhook' },
  'webhooks.getWebhook': { role: 'admin', id: 'webhook' },
  'webhooks.updateWebhook': { role: 'admin', id: 'webhook' },
  'webhooks.setWebhookEnabled': { role: 'admin', id: 'webhook' },
  'webhooks.rotateWebhookSecret': { role: 'admin', id: 'webhook' },
  'webhooks.sendTestEvent': { role: 'admin', id: 'webhook' },
  'webhooks.listDeliveries': { role: 'admin' },
  'webhooks.getDelivery': { role: 'admin', id: 'delivery' },
  'webhooks.redeliver': { role: 'admin', id: 'delivery' },
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
  'oauth.getConsentRequest': { role: 'viewer' },
  'oauth.getConsentOrganization': { role: 'viewer' },
  'oauth.listConnectedApps': { role: 'viewer' },
  'oauth.disconnectApp': { role: 'viewer', id: 'oauthApp' },
  'oauth.revokeAppGrants': { role: 'admin', id: 'oauthApp' },
  'sessions.listSessions': { role: 'viewer' },
  'sessions.endOtherSessions': { role: 'viewer' },
  'sessions.getSessionState': { role: 'viewer' },
  'sessions.extendSession': { role: 'viewer' },
  'sessions.listOwnOrganizations': { role: 'viewer' },
  'sessions.switchOrganization': { role: 'viewer' },
  'sessions.endMemberSessions': { role: 'admin' },
  'sessions.endSession': { role: 'viewer' },
  'passwords.changePassword': { role: 'viewer' },
  'displaySettings.updateDisplaySettings': { role: 'viewer' },
  'drafts.getDraft': { role: 'viewer' },
  'drafts.saveDraft': { role: 'viewer' },
  'drafts.discardDraft': { role: 'viewer' },
  'people.listPeople': { role: 'admin' },
  'people.getPerson': { role: 'admin', id: 'user' },
  'people.changeRole': { role: 'admin', id: 'user' },
  'people.endMembership': { role: 'admin', id: 'user' },
  'people.restoreMembership': { role: 'admin', id: 'user' },
  'people.createPasswordReset': { role: 'admin', id: 'user' },
  'people.invitePerson': { role: 'admin' },
  'people.listInvitations': { role: 'admin' },
  'people.renewInvitation': { role: 'admin', id: 'invitation' },
  'people.revokeInvitation': { role: 'admin', id: 'invitation' },
  // Absences and covering: users who sign results.
  'people.listColleagues': { role: 'viewer' },
  'people.setDelegation': { role: 'clinician' },
  'people.endDelegation': { role: 'clinician', id: 'delegation' },
  'people.listDelegations': { role: 'clinician' },
  // An access log is about colleagues as much as about the patient.
  'auditLog.listPatientAccess': { role: 'admin' },
  'auditLog.listAuditEvents': { role: 'admin' },
  'auditLog.exportAuditEvents': { role: 'admin' },
  'auditLog.listAuditActors': { role: 'admin' },
  'auditLog.listAuditFilters': { role: 'admin' },
  'auditLog.saveAuditFilter': { role: 'admin' },
  'auditLog.deleteAuditFilter': { role: 'admin' },
  'organizations.getOrganizationSettings': { role: 'admin' },
  'organizations.updateOrganizationSettings': { role: 'admin' },
  'organizations.setOrganizationLogo': { role: 'admin' },
  'organizations.removeOrganizationLogo': { role: 'admin' },
  // The user's own second factors, whatever the role.
  'secondFactors.getSecondFactor': { role: 'viewer' },
  'secondFactors.beginTotp': { role: 'viewer' },
  'secondFactors.confirmTotp': { role: 'viewer' },
  'secondFactors.removeTotp': { role: 'viewer' },
  'secondFactors.beginPasskey': { role: 'viewer' },
  'secondFactors.addPasskey': { role: 'viewer' },
  'secondFactors.removePasskey': { role: 'viewer' },
  'secondFactors.createRecoveryCodes': { role: 'viewer' },
  'secondFactors.resetSecondFactor': { role: 'admin' },
};

export const mayDo = (role: Role, least: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(least);

/** Paths below `/v1` that need no credential. */
export const PUBLIC_PATHS: readonly string[] = ['/v1/openapi.json'];

/** Route handlers of Next: everything else below `app/` is a page. */
export const ROUTE_HANDLERS: readonly string[] = ['app/api/auth/[...nextauth]/route.ts'];

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
  '/ingest',
  '/.well-known',
  '/oauth/authorize',
  '/oauth/token',
  '/oauth/revoke',
  '/oauth/introspect',
  '/oauth/jwks',
  '/oauth/decide',
  '/oauth/consent',
  '/api/public',
  '/invitation',
  '/reset-password',
];
