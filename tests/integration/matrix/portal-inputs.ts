import { createHash } from 'node:crypto';
import { newId, showId } from '../../../server/shared/ids';
import { inputSchemaOf, madeInput } from '../../support/made-input';
import { allProcedures } from '../../support/portal-procedures';
import { PROCEDURES, type IdKind } from './policy';
import { CLEAN } from './shape-bodies';
import { SPENDING } from './spending';
import { consentRequest, HOOK, neverId, NEW_APP, wrongPrefix, type View } from './fixture';

/** Inputs for each procedure of the portal's endpoint, and the response for a user with a sufficient role. */

export interface PortalCase {
  name: string;
  /** @param spend returns a record that the call uses up */
  input(view: View, spend: () => Promise<string>): Promise<object> | object;
  /** `empty`: a response without rows; `any`: with or without rows. */
  answer: 'ok' | 'empty' | 'any' | { status: number; code: string };
}

/** Before the absences of the fixture. */
const ABSENCE = { starts: '2039-01-02T08:00', ends: '2039-01-20T18:00' };
export const heldFile = (id: string): string => `/api/portal/documents/inbound/${id}/files/0`;
export const NO_UPLOAD = 'upl_01k00000000000000000000000';
const NOT_FOUND = { status: 404, code: 'not_found' };
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const STRANGERS = ['otherMode', 'otherOrg', 'otherOrgOtherMode'] as const;

const newPatient = ({ own }: View) => ({ ...CLEAN.createPatient!(own), duplicate_reason: 'urgent' });

/** Members in addition to `id`. */
const MORE_INPUT: Record<string, object | ((view: View) => object)> = {
  'inboundReports.matchReport': ({ own }) => ({ patient_id: own.ids.spare, reason: 'It is theirs.' }),
  'inboundMessages.setMessageAside': { reason: 'It blocks.' },
  'inboundReports.createPatientFromReport': newPatient,
  'inboundReports.parkReport': { reason: 'Later.' },
  'inboundReports.returnReport': {},
  'inboundReports.rejectReport': { reason: 'Not our patient.' },
  'inboundReports.rematchLabResult': ({ own }) => ({ patient_id: own.ids.spare, reason: 'It is theirs.' }),
  'inboundDocuments.fileInboundDocument': ({ own }) => ({
    patient_id: own.ids.spare,
    reason: 'It is theirs.',
  }),
  'inboundDocuments.createPatientFromDocument': newPatient,
  'inboundDocuments.dismissInboundDocument': { reason: 'Not our patient.' },
  'inboundDocuments.returnInboundDocument': {},
  'inboundDocuments.undoInboundDocument': {},
  'patientUpdates.applyPatientUpdate': ({ own }) => ({ patient_id: own.ids.spare, reason: 'It is theirs.' }),
  'patientUpdates.createFromPatientUpdate': newPatient,
  'patientUpdates.dismissPatientUpdate': { reason: 'Not our patient.' },
  'patientUpdates.returnPatientUpdate': {},
  'patientUpdates.undoPatientUpdate': {},
  'inboundReports.mapLabCode': { loinc: '2345-7' },
  'inboundReports.markLabCode': { mapping_needed: false },
  'inboundReports.mapLabProvider': { user_id: null },
  'patients.updatePatient': { language: 'de' },
  'patients.mergePatients': ({ own }) => CLEAN.mergePatients!(own),
  'patients.unmergePatients': ({ own }) => CLEAN.unmergePatients!(own),
  'patients.comparePatients': ({ own }) => ({ other_id: own.ids.spare }),
  'orderSets.updateOrderSet': { name: 'Renamed' },
  'labOrders.cancelLabOrder': { reason: 'Ordered twice.' },
  'labOrders.rejectLabOrder': { reason: 'Tube was empty.' },
  'sandboxes.simulateLabResult': { kind: 'normal' },
  'restrictedCharts.setChartRestriction': { restriction: null },
  'restrictedCharts.openRestrictedChart': { reason: 'treatment', note: 'Asked to.' },
  'erasures.erasePatient': { mrn: 'OTHER', ground: 'patient_request', reason: 'Asked.', reference: 'REQ 1' },
  'labOrders.recordCancellationAnswer': { confirmed: true, reason: 'By telephone.' },
  'documents.updateDocument': { title: 'Renamed' },
  'documents.withdrawDocumentSignOff': { reason: 'Read it again.' },
  'documents.markDocumentInError': { reason: 'Not of ours.' },
  'documents.moveDocument': ({ own }) => ({ patient_id: own.ids.spare, reason: 'It is theirs.' }),
  'webhooks.updateWebhook': { description: 'Renamed' },
  'webhooks.getDelivery': ({ own }) => ({ delivery_id: own.things.delivery }),
  'webhooks.redeliver': ({ own }) => ({ delivery_id: own.things.delivery }),
  'webhooks.setWebhookEnabled': { enabled: true },
  'webhooks.rotateWebhookSecret': { overlap_hours: 1 },
  'webhooks.countRedeliveries': { since: '2026-01-01T00:00:00Z', which: 'all' },
  'webhooks.redeliverSince': { since: '2026-01-01T00:00:00Z', which: 'all' },
  'apiKeys.rotateApiKey': { overlap_hours: 1 },
  'apiKeys.updateApiKey': { name: 'Renamed' },
  'labConnections.updateLabConnection': { name: 'Renamed' },
  'orderDestinations.saveOrderDestination': { transport: 'folder' },
  'orderDestinations.setOrdersPaused': { paused: true },
  'provisioning.handOverWork': ({ own }) => ({ successor_id: own.ids.user }),
  'oauthApps.updateOauthApp': { name: 'Renamed' },
  'oauthApps.rotateOauthAppSecret': { overlap_hours: 1 },
  'people.correctPersonName': { name: 'Renamed' },
  'people.changeRole': { role: 'clinician' },
  'oauthApps.setOauthAppDomain': { domain: null },
  'reviews.signLabResult': { version: 1 },
  'reviews.markLabResultSeen': { version: 1 },
  'reviews.withdrawSignature': { version: 1, reason: 'Wrong report' },
  'reviews.commentLabResult': { note: 'A word for colleagues' },
  'reviews.assignLabResult': { to_id: null },
};

/** Expected responses where the record of the fixture is not in the state that the call requires. */
const OWN_ANSWER: Record<string, PortalCase['answer']> = {
  // The typed MRN is another one.
  'erasures.erasePatient': { status: 422, code: 'validation_failed' },
  'restrictedCharts.openRestrictedChart': { status: 409, code: 'invalid_state' },
  'patients.mergePatients': { status: 422, code: 'validation_failed' },
  'patients.unmergePatients': { status: 409, code: 'invalid_state' },
  'patients.listPatientMerges': 'any',
  // The example laboratory receives orders on paper.
  'labOrders.undoLabOrderCollection': { status: 409, code: 'invalid_state' },
  'labOrders.sendLabOrderAgain': { status: 409, code: 'invalid_state' },
  'labOrders.recordCancellationAnswer': { status: 409, code: 'invalid_state' },
  'oauthApps.checkOauthAppDomain': { status: 409, code: 'invalid_state' },
  'inboundMessages.runMessageAgain': { status: 409, code: 'invalid_state' },
  'reviews.markLabResultSeen': { status: 409, code: 'invalid_state' },
  'reviews.withdrawSignature': { status: 409, code: 'invalid_state' },
  'documents.withdrawDocumentSignOff': { status: 409, code: 'invalid_state' },
  'singleSignOn.unlinkIdentity': NOT_FOUND,
  'provisioning.handOverWork': { status: 409, code: 'invalid_state' },
  'documents.listDocumentCorrections': 'any',
  'documents.getDocumentNeighbors': 'any',
};

/** A deleted patient can be erased. */
const FINDS_DELETED = ['erasures.getErasurePreview', 'erasures.erasePatient'];

function byId(procedure: string, kind: IdKind): PortalCase[] {
  const given = MORE_INPUT[procedure] ?? {};
  const more = (view: View) =>
    typeof given === 'function' ? (given as (view: View) => object)(view) : given;
  const asking = (name: string, id: (view: View) => string | undefined): PortalCase => ({
    name,
    input: (view) => ({ id: id(view) ?? neverId(kind), ...more(view) }),
    answer: NOT_FOUND,
  });
  const strangers = [
    ...STRANGERS.map((place) => asking(place, (view) => view[place].things[kind])),
    asking('never existed', () => neverId(kind)),
    asking('wrong prefix', (view) => wrongPrefix(view.own.things[kind])),
  ];
  if (procedure === 'patients.restorePatient')
    return [
      ...strangers,
      asking('own, not deleted', (view) => view.own.things[kind]),
      ...STRANGERS.map((place) => asking(`deleted of ${place}`, (view) => view[place].gone[kind])),
      { name: 'own, deleted', input: async (_view, spend) => ({ id: await spend() }), answer: 'ok' },
    ];
  return [
    ...strangers,
    {
      ...asking('deleted', (view) => view.own.gone[kind]),
      ...(FINDS_DELETED.includes(procedure) ? { answer: OWN_ANSWER[procedure] ?? 'ok' } : {}),
    },
    {
      name: 'own',
      input: async (view, spend) => ({
        id: SPENDING.includes(procedure) ? await spend() : view.own.things[kind],
        ...more(view),
      }),
      answer: OWN_ANSWER[procedure] ?? 'ok',
    },
  ];
}

const ok = (name: string, input: PortalCase['input']): PortalCase => ({ name, input, answer: 'ok' });
const foreign = (
  answer: PortalCase['answer'],
  input: (place: View['own'], view: View) => object,
): PortalCase[] =>
  STRANGERS.map((stranger) => ({
    name: `of ${stranger}`,
    input: (view) => input(view[stranger], view),
    answer,
  }));
const ofPatient = (more: object = {}, answer: PortalCase['answer'] = 'ok'): PortalCase[] => [
  { name: 'clean', input: ({ own }) => ({ patient_id: own.things.patient, ...more }), answer },
  ...foreign(NOT_FOUND, (place) => ({ patient_id: place.things.patient, ...more })),
];
const readReports = ({ things }: View['own'], version = 1) => ({ reports: [{ id: things.result, version }] });
const organizationId = ({ org }: View['own']) => showId('organization', org.orgId);
const rejected = (code: string) => ({ status: 422, code });

const NEW_TESTS = { lab_id: 'central', lab_name: 'Central', content: 'code,name\nX,X test' };
export const NEW_LAB = { name: 'Laboratory', transport: 'https' as const };
/** One pixel. */
export const LOGO = {
  content: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
};
export const PERIODS = {
  inbound_message_months: 24,
  outbound_message_months: 24,
  event_days: 365,
  delivery_days: 30,
  security_event_months: 12,
  audit_retention_years: 7,
};
export const SETTINGS = {
  second_factor: 'optional',
  idle_minutes: 15,
  key_max_days: null,
  critical_minutes: 30,
  critical_alarm_minutes: 60,
  hide_names: false,
  ...PERIODS,
  time_zone: 'UTC',
  paper_size: 'a4' as const,
  accent_color: 'teal' as const,
};
export const NO_PASSKEY = { id: 'psk_01k00000000000000000000000' };
export const NEW_PASSKEY = {
  name: 'A key',
  passkey: { id: 'AAAA', client_data: 'AAAA', attestation: 'AAAA', transports: ['usb'] },
};

const OTHERS: Record<string, PortalCase[]> = {
  'patients.listCharts': [
    ok('clean', () => ({})),
    ...foreign('empty', (place) => ({ q: place.mrn })),
    ...foreign('empty', (place) => ({ q: place.family })),
  ],
  'patients.registerPatient': [
    ok('clean', newPatient),
    ...foreign(rejected('validation_failed'), (place, { own }) => ({
      ...CLEAN.createPatient!(own),
      duplicate_reason: 'urgent',
      primary_clinician_id: place.ids.user,
    })),
  ],
  'patients.findDuplicates': [
    ok('clean', ({ own }) => ({ family: own.family, given: own.given, birth_date: own.birthDate })),
    ...foreign('empty', ({ family, given }) => ({ family, given, birth_date: '1901-01-01' })),
  ],
  'patients.findPatients': [
    ok('clean', ({ own }) => ({ q: own.family })),
    ...foreign('empty', (place) => ({ q: place.family })),
    ...foreign('empty', (place) => ({ q: place.mrn })),
  ],
  // A user who has opened nothing gets an empty list.
  'patients.listRecentPatients': [{ name: 'clean', input: () => ({}), answer: 'any' }],
  'privacyReport.getPrivacyReport': [{ name: 'clean', input: () => ({}), answer: 'any' }],
  'privacyReport.exportPrivacyReport': [{ name: 'clean', input: () => ({}), answer: 'any' }],
  'restrictedCharts.listChartAccesses': [
    { name: 'clean', input: () => ({}), answer: 'any' },
    ...foreign('empty', (place) => ({ patient_id: place.things.patient })),
  ],
  'patients.listIdentities': [
    ok('clean', ({ own }) => ({ ids: [own.things.patient] })),
    ...foreign('empty', (place) => ({ ids: [place.things.patient] })),
  ],
  'labOrders.listLabOrders': [
    ok('clean', () => ({})),
    ...foreign('empty', (place) => ({ patient_id: place.things.patient })),
  ],
  'orderSets.listOrderSets': [ok('clean', () => ({}))],
  'orderSets.createOrderSet': [
    ok('clean', ({ own }) => ({ name: `Set ${newId()}`, test_ids: [own.ids.test] })),
    ...foreign(rejected('validation_failed'), (place) => ({ name: 'Theirs', test_ids: [place.ids.test] })),
  ],
  'labOrders.listDueOrders': [{ name: 'clean', input: () => ({}), answer: 'any' }],
  'labOrders.listOpenTests': [
    // Other cases may have closed its orders.
    { name: 'clean', input: ({ own }) => ({ patient_id: own.things.patient }), answer: 'any' },
    ...foreign('empty', (place) => ({ patient_id: place.things.patient })),
  ],
  'labOrders.listOrderDiagnoses': [
    { name: 'clean', input: ({ own }) => ({ patient_id: own.things.patient }), answer: 'any' },
    ...foreign('empty', (place) => ({ patient_id: place.things.patient })),
  ],
  'labOrders.createLabOrder': [
    ok('clean', ({ own }) => CLEAN.createLabOrder!(own)),
    ...foreign(rejected('patient_not_found'), (place) => CLEAN.createLabOrder!(place)),
    ...foreign(rejected('test_not_orderable'), (place, { own }) => ({
      patient_id: own.things.patient,
      items: [{ test_id: place.ids.test }],
    })),
  ],
  'labResults.pinTest': ofPatient({ test_key: 'GLU' }),
  'labResults.unpinTest': ofPatient({ test_key: 'GLU' }),
  'labResults.listPinnedTests': ofPatient({}, 'any'),
  'labResults.getTrend': ofPatient({ tests: ['2345-7'] }),
  'inboundReports.listLabCodes': [ok('clean', () => ({ state: 'all' }))],
  'inboundReports.listLabProviders': [ok('clean', () => ({ state: 'all' }))],
  'reviews.listInbox': [ok('clean', () => ({ scope: 'everyone' }))],
  'reviews.listNewCriticalResults': [
    { name: 'clean', input: () => ({ since: '2026-01-01T00:00:00Z' }), answer: 'any' },
    ...foreign('empty', (place) => ({ since: '2099-01-01T00:00:00Z', ids: [place.things.result] })),
  ],
  'reviews.listSignedResults': [{ name: 'none signed yet', input: () => ({}), answer: 'empty' }],
  'reviews.signNormalResults': [
    ok('clean', ({ own }) => readReports(own)),
    ...foreign(NOT_FOUND, (place) => readReports(place)),
  ],
  'reviews.undoReview': [
    // No user has acted on version 2, whereas the same user forwards version 1 at the same time.
    { name: 'own', input: ({ own }) => readReports(own, 2), answer: { status: 409, code: 'invalid_state' } },
    ...foreign(NOT_FOUND, (place) => readReports(place)),
  ],
  'reviews.forwardLabResult': [
    ok('clean', ({ own }) => ({ id: own.things.result, to_id: own.ids.user })),
    ...foreign(NOT_FOUND, (place, { own }) => ({ id: place.things.result, to_id: own.ids.user })),
    ...foreign(rejected('validation_failed'), (place, { own }) => ({
      id: own.things.result,
      to_id: place.ids.user,
    })).map((one) => ({ ...one, name: `to a user ${one.name}` })),
  ],
  'sandboxes.getSandbox': [ok('own', () => ({}))],
  'sandboxes.resetSandbox': [ok('own', () => ({}))],
  'sandboxes.listSandboxes': [ok('own', () => ({}))],
  'sandboxes.createSandbox': [ok('own', () => ({ name: 'Trial' }))],
  'sandboxes.joinSandbox': [
    {
      name: 'own',
      input: ({ own, otherMode }) => ({
        id: showId('organization', (own.isSandbox ? own : otherMode).org.orgId),
      }),
      answer: 'ok',
    },
    ...(['otherOrg', 'otherOrgOtherMode'] as const).map((place) => ({
      name: `of ${place}`,
      input: (view: View) => ({ id: showId('organization', view[place].org.orgId) }),
      answer: NOT_FOUND,
    })),
  ],
  'provisioning.listScimTokens': [{ name: 'clean', input: () => ({}), answer: 'any' }],
  'provisioning.createScimToken': [{ name: 'own', input: () => ({}), answer: 'ok' }],
  'provisioning.revokeScimToken': [
    { name: 'own', input: () => ({ id: 'sct_01k00000000000000000000000' }), answer: NOT_FOUND },
  ],
  'provisioning.listOpenWork': [{ name: 'clean', input: () => ({}), answer: 'any' }],
  'singleSignOn.getSingleSignOn': [ok('own', () => ({}))],
  'singleSignOn.listSignOnFailures': [{ name: 'clean', input: () => ({}), answer: 'any' }],
  'singleSignOn.getOwnIdentity': [ok('own', () => ({}))],
  'singleSignOn.addIdentityDomain': [ok('own', () => ({ domain: `a${newId()}.example` }))],
  // The organizations of the fixture have no provider: see tests/integration/api/single-sign-on.test.ts.
  'singleSignOn.saveIdentityProvider': [
    {
      name: 'own',
      input: () => ({
        issuer: 'https://127.0.0.1',
        client_id: 'portal',
        client_secret: 'secret',
        automatic: false,
        groups_claim: null,
        role_rules: [],
        default_role: null,
        checks_sessions: true,
        second_factor_values: [],
      }),
      answer: rejected('validation_failed'),
    },
  ],
  'singleSignOn.setSingleSignOn': [
    {
      name: 'own',
      input: () => ({ enabled: false, enforced: false, break_glass_ids: [] }),
      answer: NOT_FOUND,
    },
  ],
  ...Object.fromEntries(
    ['verifyIdentityDomain', 'removeIdentityDomain'].map((name) => [
      `singleSignOn.${name}`,
      [{ name: 'own', input: () => ({ domain: 'unknown.example' }), answer: NOT_FOUND }],
    ]),
  ),
  ...Object.fromEntries(
    [
      'beginSignOnTest',
      'beginIdentityLink',
      'createTokenKey',
      'deleteTokenKeys',
      'deleteIdentityProvider',
    ].map((name) => [`singleSignOn.${name}`, [{ name: 'own', input: () => ({}), answer: NOT_FOUND }]]),
  ),
  'catalog.listCatalog': [ok('clean', () => ({})), ...foreign('empty', (place) => ({ q: place.onlyTest }))],
  'catalog.previewCatalogImport': [ok('clean', () => NEW_TESTS)],
  // An import needs the digest of its preview: see tests/integration/domain/catalog-import.test.ts.
  'catalog.importCatalog': [
    {
      name: 'own',
      input: () => ({ ...NEW_TESTS, digest: 'outdated' }),
      answer: { status: 409, code: 'invalid_state' },
    },
  ],
  'catalog.listCatalogImports': [ok('clean', () => ({}))],
  'catalog.listCatalogLabs': [ok('clean', () => ({}))],
  'catalog.listFavoriteTests': [{ name: 'clean', input: () => ({}), answer: 'any' }],
  'documents.listDocuments': [
    ok('clean', () => ({})),
    ...foreign('empty', (place) => ({ patient_id: place.things.patient })),
  ],
  'documents.listPatientDocuments': [
    ok('clean', ({ own }) => ({ patient_id: own.things.patient })),
    ...foreign(NOT_FOUND, (place) => ({ patient_id: place.things.patient })),
  ],
  'documents.findDocumentCopies': [
    ok('clean', ({ own }) => ({ patient_id: own.things.patient, sha256: [sha256(own.documentBytes)] })),
    ...foreign(NOT_FOUND, (place) => ({
      patient_id: place.things.patient,
      sha256: [sha256(place.documentBytes)],
    })),
  ],
  'uploads.listUploads': [
    { name: 'clean', input: () => ({}), answer: 'any' },
    ...foreign('empty', (place) => ({ patient_id: place.things.patient })),
  ],
  // Private to the user; tests/integration/domain/uploads covers access to those of others.
  'uploads.fileUpload': [
    {
      name: 'own',
      input: ({ own }) => ({ id: NO_UPLOAD, patient_id: own.things.patient, category: 'other' }),
      answer: NOT_FOUND,
    },
  ],
  'uploads.discardUpload': [{ name: 'own', input: () => ({ id: NO_UPLOAD }), answer: NOT_FOUND }],
  'events.listEvents': [
    ok('clean', () => ({})),
    ...foreign('empty', (place) => ({ object_id: place.things.patient })),
  ],
  'webhooks.createWebhook': [ok('clean', () => ({ url: HOOK }))],
  'webhooks.listWebhookHealth': [
    ok('clean', () => ({})),
    ok('one', ({ own }) => ({ webhook_id: own.things.webhook })),
    ...foreign(NOT_FOUND, (place) => ({ webhook_id: place.things.webhook })),
  ],
  'labConnections.getFeedHealth': [
    ok('clean', () => ({})),
    ...foreign('any', (place) => ({ connection_id: place.things.labConnection })),
  ],
  'labConnections.createLabConnection': [ok('clean', () => NEW_LAB)],
  'labConnections.listLabUnits': [
    { name: 'clean', input: ({ own }) => ({ connection_id: own.things.labConnection }), answer: 'any' },
    ...foreign(NOT_FOUND, (place) => ({ connection_id: place.things.labConnection })),
  ],
  'labConnections.mapLabUnit': [
    ok('clean', ({ own }) => ({ connection_id: own.things.labConnection, unit: 'U', ucum: 'U/L' })),
    ...foreign(NOT_FOUND, (place) => ({ connection_id: place.things.labConnection, unit: 'U', ucum: null })),
  ],
  'labConnections.listIngestKeys': [
    ok('clean', ({ own }) => ({ connection_id: own.things.labConnection })),
    ...foreign(NOT_FOUND, (place) => ({ connection_id: place.things.labConnection })),
  ],
  'labConnections.createIngestKey': [
    ok('clean', ({ own }) => ({ connection_id: own.things.labConnection })),
    ...foreign(NOT_FOUND, (place) => ({ connection_id: place.things.labConnection })),
  ],
  'inboundMessages.listInboundMessages': [
    ok('clean', () => ({})),
    ...foreign('empty', (place) => ({ connection_id: place.things.labConnection })),
  ],
  'outboundMessages.listOutboundMessages': [
    ok('clean', () => ({})),
    ...foreign('empty', (place) => ({ connection_id: place.things.labConnection })),
  ],
  'oauthApps.createOauthApp': [ok('clean', () => NEW_APP)],
  // Each call opens a separate request: the first session that does keeps it.
  'oauth.getConsentRequest': [
    ok('clean', async ({ own }) => ({ id: await consentRequest(own) })),
    ...STRANGERS.map((stranger) => ({
      name: `of ${stranger}`,
      input: async (view: View) => ({ id: await consentRequest(view[stranger]) }),
      answer: NOT_FOUND,
    })),
    { name: 'never existed', input: () => ({ id: 'A'.repeat(43) }), answer: NOT_FOUND },
  ],
  // These users belong to one organization only.
  'oauth.getConsentOrganization': [
    { name: 'own', input: async ({ own }) => ({ id: await consentRequest(own) }), answer: NOT_FOUND },
    ...STRANGERS.map((stranger) => ({
      name: `of ${stranger}`,
      input: async (view: View) => ({ id: await consentRequest(view[stranger]) }),
      answer: NOT_FOUND,
    })),
    { name: 'never existed', input: () => ({ id: 'A'.repeat(43) }), answer: NOT_FOUND },
  ],
  'oauth.listConnectedApps': [{ name: 'clean', input: () => ({}), answer: 'empty' }],
  // The current organization: a real switch would end the session that all cases share.
  'sessions.switchOrganization': [
    ok('clean', ({ own }) => ({ id: organizationId(own) })),
    ...foreign(NOT_FOUND, (place) => ({ id: organizationId(place) })),
    { name: 'wrong prefix', input: ({ own }) => ({ id: own.things.patient }), answer: NOT_FOUND },
  ],
  'sessions.endMemberSessions': [
    ok('clean', ({ own }) => ({ id: own.ids.user })),
    ...foreign(NOT_FOUND, (place) => ({ id: place.ids.user })),
  ],
  'sessions.endSession': [
    ok('another of the person', async (_view, spend) => ({ id: await spend() })),
    { name: 'never existed', input: () => ({ id: 'ses_01k00000000000000000000000' }), answer: NOT_FOUND },
  ],
  // With a wrong password: a change that succeeds would replace the session that all cases share.
  'passwords.changePassword': [
    {
      name: 'own',
      input: () => ({ current_password: 'not it', new_password: 'fifteen letters and more' }),
      answer: rejected('validation_failed'),
    },
  ],
  'drafts.getDraft': [
    ok('clean', ({ own }) => ({ form: `/patients/${own.things.patient}/documents` })),
    ...foreign(NOT_FOUND, (place) => ({ form: `/patients/${place.things.patient}/documents` })),
    ok('clean', ({ own }) => ({ form: `/inbox/${own.things.result}` })),
    ...foreign(NOT_FOUND, (place) => ({ form: `/inbox/${place.things.result}` })),
  ],
  'drafts.saveDraft': [
    ok('clean', ({ own }) => ({ form: `/patients/${own.things.patient}/orders/new`, content: '{}' })),
    ...foreign(NOT_FOUND, (place) => ({
      form: `/patients/${place.things.patient}/orders/new`,
      content: '{}',
    })),
    ok('clean', ({ own }) => ({ form: `/inbox/${own.things.result}/forward`, content: '{}' })),
    ...foreign(NOT_FOUND, (place) => ({ form: `/inbox/${place.things.result}`, content: '{}' })),
  ],
  'drafts.discardDraft': [
    ok('clean', ({ own }) => ({ form: `/patients/${own.things.patient}/orders/new` })),
    ...foreign(NOT_FOUND, (place) => ({ form: `/patients/${place.things.patient}/orders/new` })),
  ],
  'people.invitePerson': [
    ok('clean', () => ({ name: 'New Person', email: `${newId()}@example.org`, role: 'viewer' })),
  ],
  'people.setDelegation': [
    ok('clean', ({ own }) => ({ delegate_id: own.ids.user, ...ABSENCE })),
    ...foreign(rejected('validation_failed'), (place) => ({ delegate_id: place.ids.user, ...ABSENCE })),
  ],
  'people.listDelegations': [{ name: 'clean', input: () => ({}), answer: 'any' }],
  'organizations.updateOrganizationSettings': [ok('clean', () => SETTINGS)],
  'organizations.setOrganizationLogo': [ok('clean', () => LOGO)],
  'organizations.removeOrganizationLogo': [ok('clean', () => ({}))],
  'secondFactors.confirmTotp': [
    { name: 'own', input: () => ({ code: '000000' }), answer: rejected('validation_failed') },
  ],
  'secondFactors.removeTotp': [{ name: 'own', input: () => ({}), answer: NOT_FOUND }],
  'secondFactors.beginPasskey': [
    // Passkeys need a host name, and this server has an IP address.
    { name: 'own', input: () => ({}), answer: { status: 409, code: 'invalid_state' } },
  ],
  'secondFactors.addPasskey': [
    { name: 'own', input: () => NEW_PASSKEY, answer: rejected('validation_failed') },
  ],
  'secondFactors.removePasskey': [{ name: 'own', input: () => NO_PASSKEY, answer: NOT_FOUND }],
  'secondFactors.createRecoveryCodes': [
    { name: 'own', input: () => ({}), answer: { status: 409, code: 'invalid_state' } },
  ],
  'secondFactors.resetSecondFactor': [
    ok('clean', ({ own }) => ({ id: own.ids.user })),
    ...foreign(NOT_FOUND, (place) => ({ id: place.ids.user })),
  ],
  'auditLog.printPatientAccess': ofPatient(),
  'auditLog.listPatientAccess': [
    ok('clean', ({ own }) => ({ patient_id: own.things.patient })),
    ...foreign(NOT_FOUND, (place) => ({ patient_id: place.things.patient })),
    ...foreign('empty', (place, { own }) => ({ patient_id: own.things.patient, who: place.ids.user })),
  ],
  'auditLog.listAuditEntries': [
    ok('clean', () => ({})),
    ...foreign('empty', (place) => ({ who: place.ids.user })),
  ],
  // Other organizations: audit-names.test.ts.
  'auditLog.listEntryPatients': [
    { name: 'own', input: () => ({ id: showId('audit_event', newId()) }), answer: NOT_FOUND },
  ],
  'auditLog.findAuditedPatient': [ok('clean', () => ({ mrn: 'NONE' }))],
  'auditLog.listSecurityEvents': [
    // Empty unless a sign-in has failed.
    { name: 'clean', input: () => ({}), answer: 'any' },
    ...foreign('empty', (place) => ({ who: place.ids.user })),
  ],
  'auditLog.listAuditFilters': [{ name: 'clean', input: () => ({}), answer: 'any' }],
  'auditLog.saveAuditFilter': [ok('clean', () => ({ name: newId(), filter: { kind: 'write' } }))],
  'apiKeys.createApiKey': [ok('clean', () => ({ name: 'made', scopes: ['patients:read'] }))],
};

/** Cases with the caller's own records: only their state can cause an error. */
export const ownCases = (procedure: string): PortalCase[] =>
  portalCases(procedure).filter(({ name, answer }) => typeof answer === 'string' || name === 'own');

/** Cases of a procedure; made from its contract if the tables do not list any. */
export function portalCases(procedure: string): PortalCase[] {
  const kind = PROCEDURES[procedure]?.id;
  return kind ? byId(procedure, kind) : (OTHERS[procedure] ?? madeCases(procedure));
}

function madeCases(procedure: string): PortalCase[] {
  const made = ({ things, name }: View['own']) => madeInput(procedure, things, { text: name });
  const clean = ok('clean', ({ own }) => made(own));
  if (!inputSchemaOf(procedure).required?.includes('patient_id')) return [clean];
  const isWrite = allProcedures[procedure]!._def.type === 'mutation';
  return [clean, ...foreign(isWrite ? rejected('patient_not_found') : NOT_FOUND, made)];
}
