import pg from 'pg';
import { connectionOfRunningServer } from '../../server/embedded/embedded-postgres';
import { readId } from '../../server/shared/ids';
import { expect, test } from './support/portal';
import { checkPage } from './support/page-checks';
import { fill, routesOfTree } from './support/page-routes';
import { actAs, api, demoRecords, htmlFor, open, portal } from './support/page-session';
import { ownService } from './support/services';

/**
 * H-01: a page reads through its caller; each operation of a page view leaves exactly one audit row with its patients.
 */

const CHART = ['get_patient'];
/** Of each page but the lists of a chart that read only themselves. */
const ACTIONS: Record<string, string[]> = {
  '/': [],
  '/account': [
    'get_own_identity',
    'get_second_factor',
    'list_connected_apps',
    'list_delegations',
    'list_own_organizations',
    'list_sessions',
  ],
  '/account/absence': ['list_colleagues', 'list_delegations'],
  '/account/apps': ['list_connected_apps'],
  '/account/display': [],
  '/account/organizations': ['list_own_organizations'],
  '/account/password': [],
  '/account/sessions': ['list_sessions'],
  '/not-allowed': [],
  '/admin': [
    'get_admin_overview',
    'get_feed_health',
    'get_organization_settings',
    'list_api_keys',
    'list_webhook_health',
    'list_webhooks',
  ],
  '/account/security': ['get_own_identity', 'get_second_factor'],
  '/admin/api-keys': ['list_api_keys'],
  '/admin/api-keys/[keyId]': ['get_api_key'],
  '/admin/api-keys/new': [],
  '/admin/apps': ['list_oauth_apps'],
  '/admin/apps/[appId]': ['get_oauth_app'],
  '/admin/apps/new': [],
  '/admin/audit': ['list_audit_actors', 'list_audit_entries', 'list_audit_filters'],
  '/admin/audit/chart-access': [],
  '/admin/deleted-patients': ['list_deleted_patients'],
  '/admin/lab-connections': ['get_feed_health'],
  '/admin/lab-connections/[connectionId]': [
    'get_feed_health',
    'get_lab_connection',
    'list_ingest_keys',
    'list_lab_units',
  ],
  '/admin/lab-connections/[connectionId]/orders': [
    'get_lab_connection',
    'get_order_destination',
    'list_catalog_labs',
  ],
  '/admin/lab-connections/orders': ['get_feed_health', 'list_outbound_messages'],
  '/admin/lab-connections/orders/[outboundId]': ['get_outbound_message'],
  '/admin/lab-connections/codes': ['get_feed_health', 'list_lab_codes'],
  '/admin/lab-connections/providers': ['get_feed_health', 'list_lab_providers'],
  '/admin/lab-connections/messages': ['get_feed_health', 'list_inbound_messages'],
  '/admin/lab-connections/messages/[messageId]': ['get_inbound_message'],
  '/admin/lab-connections/new': [],
  '/admin/lab-connections/tests': ['list_catalog', 'list_catalog_imports', 'list_catalog_labs'],
  '/admin/lab-connections/tests/import': ['list_catalog_labs'],
  '/admin/people': ['list_people'],
  '/admin/people/[userId]': ['get_person', 'list_colleagues', 'list_delegations'],
  '/admin/people/invite': [],
  '/admin/security': ['get_organization_settings'],
  '/admin/privacy': ['get_privacy_report', 'list_chart_accesses'],
  '/admin/sandboxes': ['list_sandboxes'],
  '/admin/security-events': ['list_audit_actors', 'list_security_events', 'list_sign_on_failures'],
  '/admin/single-sign-on': ['get_single_sign_on', 'list_scim_tokens', 'list_sign_on_failures'],
  '/admin/settings': ['get_organization_settings'],
  '/admin/webhooks': ['list_webhook_health', 'list_webhooks'],
  '/admin/webhooks/[webhookId]': ['get_webhook', 'list_deliveries', 'list_webhook_health'],
  '/admin/webhooks/[webhookId]/deliveries/[deliveryId]': ['get_delivery', 'get_webhook'],
  '/admin/webhooks/new': ['get_draft'],
  '/documents': ['list_documents', 'list_identities', 'list_uploads'],
  '/documents/add': ['list_recent_patients'],
  // The administrator has no unsigned report, so none is open next to the list.
  '/inbox': ['list_inbox'],
  '/inbox/[resultId]': ['get_lab_result', 'get_review_state', 'list_identities', 'list_inbox'],
  '/inbox/signed': ['list_signed_results'],
  // Open and overdue orders.
  '/orders': ['count_orders', 'list_identities', 'list_lab_orders', 'list_lab_orders'],
  '/orders/sets': ['list_order_sets'],
  '/patients': ['list_charts', 'list_recent_patients'],
  '/restricted-charts/[chartId]': ['get_restricted_chart'],
  // Orders twice: overdue and other open ones. Results twice: the newest, and unsigned ones, of which the most severe
  // is open.
  '/patients/[patientId]': [
    'get_lab_result',
    ...CHART,
    'get_review_state',
    'list_documents',
    'list_lab_orders',
    'list_lab_orders',
    'list_patient_results',
    'list_patient_results',
    'list_pinned_tests',
  ],
  '/patients/[patientId]/access-log': [...CHART, 'list_audit_actors', 'list_patient_access'],
  '/patients/[patientId]/details': ['get_draft', ...CHART, 'list_colleagues', 'list_patient_merges'],
  '/patients/[patientId]/details/edit': ['get_draft', ...CHART, 'list_colleagues'],
  '/patients/[patientId]/export': CHART,
  '/admin/erasures': ['list_erasures'],
  '/admin/erasures/[erasureId]': ['get_erasure'],
  '/admin/erasures/new': [],
  '/patients/[patientId]/merge': CHART,
  '/patients/[patientId]/documents': [...CHART, 'list_patient_documents', 'list_uploads'],
  '/patients/[patientId]/documents/[documentId]': [
    'get_document',
    'get_document_neighbors',
    ...CHART,
    'list_document_corrections',
  ],
  '/patients/[patientId]/documents/[documentId]/move': ['get_document', ...CHART],
  '/patients/[patientId]/orders': [...CHART, 'list_lab_orders'],
  '/patients/[patientId]/orders/[orderId]': ['get_order_sheet', ...CHART],
  '/patients/[patientId]/orders/new': [
    'get_draft',
    ...CHART,
    'list_favorite_tests',
    'list_order_diagnoses',
    'list_order_sets',
  ],
  '/patients/[patientId]/results': [...CHART, 'list_patient_results'],
  '/patients/[patientId]/results/flow': ['get_flow_sheet', ...CHART],
  '/patients/[patientId]/results/[resultId]': [
    'get_lab_result',
    ...CHART,
    'get_recent_values',
    'get_review_state',
  ],
  '/patients/[patientId]/results/[resultId]/move': [...CHART, 'get_report_move', 'list_rematch_candidates'],
  '/patients/[patientId]/results/trend/[test]': [...CHART, 'get_trend'],
  '/patients/new': ['get_draft'],
  '/print/orders/[orderId]/labels': ['get_order_sheet', ...CHART],
  '/print/orders/[orderId]': ['get_order_sheet', ...CHART],
  '/print/patients/[patientId]/access': [...CHART, 'print_patient_access'],
  '/print/patients/[patientId]/flow': [...CHART, 'print_flow_sheet'],
  '/print/results/[resultId]': [...CHART, 'get_review_state', 'print_lab_result'],
  '/today': ['get_today'],
  '/unmatched': ['list_inbound_documents', 'list_patient_updates', 'list_unmatched_reports'],
  '/unmatched/[reportId]': ['get_unmatched_report'],
  '/unmatched/documents/[inboundDocumentId]': ['get_inbound_document'],
  '/unmatched/patients/[updateId]': ['get_patient_update'],
};

/** `/patients/[patientId]/care-plans` reads the patient and `list_care_plans`. */
function actionsOf(pattern: string): string[] | undefined {
  const [, list] = /^\/patients\/\[patientId\]\/([a-z-]+)$/.exec(pattern) ?? [];
  return ACTIONS[pattern] ?? (list ? [...CHART, `list_${list.replaceAll('-', '_')}`] : undefined);
}

const records = demoRecords();

interface Row {
  action: string;
  outcome: string;
  request_id: string;
  patient_ids: string[];
}

test(
  'each operation of a page view has one audit row that includes every patient shown',
  { tag: '@nightly' },
  async () => {
    const { adminUrl } = (await connectionOfRunningServer(ownService().dataDir))!;
    const client = new pg.Client({ connectionString: adminUrl });
    await client.connect();
    const acts: Record<string, string[]> = {};
    const wrong: string[] = [];
    try {
      // Signed in before the first page is counted.
      await htmlFor('admin', '/patients/new');
      for (const { pattern } of routesOfTree().filter(({ portal }) => portal)) {
        const { rows: before } = await client.query<{ now: string }>(
          'select pg_current_snapshot()::text as now',
        );
        const html = await htmlFor('admin', fill(pattern, records().ids));
        const { rows } = await client.query<Row>(
          `select action, outcome, request_id, patient_ids from audit_events
         where transport = 'portal' and not pg_visible_in_snapshot(txid, $1::pg_snapshot) order by action`,
          [before[0]!.now],
        );
        acts[pattern] = rows.map(({ action }) => action);
        if (html.includes('could not be loaded')) wrong.push(`${pattern}: not loaded`);
        if (rows.some(({ outcome }) => outcome !== 'allowed')) wrong.push(`${pattern}: rejected`);
        if (new Set(rows.map(({ request_id }) => request_id)).size > 1)
          wrong.push(`${pattern}: several requests`);
        const named = new Set(rows.flatMap(({ patient_ids }) => patient_ids));
        const shown = new Set(html.match(/pat_[0-7][0-9a-hjkmnp-tv-z]{25}/g) ?? []);
        // IDs of examples do not exist.
        const { rows: people } = await client.query<{ id: string }>(
          'select id from patients where id = any ($1)',
          [[...shown].map((id) => readId('patient', id))],
        );
        for (const { id } of people)
          if (!named.has(id)) wrong.push(`${pattern}: shows patient ${id}, whom no row names`);
      }
    } finally {
      await client.end();
    }
    expect(acts).toEqual(
      Object.fromEntries(Object.keys(acts).map((pattern) => [pattern, actionsOf(pattern)])),
    );
    expect(Object.keys(acts)).toEqual(expect.arrayContaining(Object.keys(ACTIONS)));
    expect(wrong).toEqual([]);
  },
);

test('a page that the role does not allow has an audit row of the denied request', async () => {
  const { adminUrl } = (await connectionOfRunningServer(ownService().dataDir))!;
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  const { patientId } = records().ids;
  const { rows: before } = await client.query<{ now: string }>('select pg_current_snapshot()::text as now');
  for (const path of [
    '/admin/people',
    '/admin/settings',
    '/admin/audit',
    `/patients/${patientId}/access-log`,
    `/print/patients/${patientId}/access`,
    `/patients/${patientId}/export`,
    `/patients/${patientId}/merge`,
    `/patients/${patientId}/orders/new`,
    `/patients/${patientId}/details/edit`,
    '/patients/new',
    '/unmatched',
    '/inbox',
  ])
    await htmlFor('viewer', path);
  const { rows } = await client.query<Row & { code: string }>(
    `select action, code, patient_ids from audit_events where outcome = 'refused'
       and not pg_visible_in_snapshot(txid, $1::pg_snapshot) order by id`,
    [before[0]!.now],
  );
  await client.end();
  const patient = [readId('patient', patientId!)];
  expect(rows).toEqual([
    { action: 'list_people', code: 'forbidden', patient_ids: [] },
    { action: 'get_organization_settings', code: 'forbidden', patient_ids: [] },
    { action: 'list_audit_entries', code: 'forbidden', patient_ids: [] },
    { action: 'list_patient_access', code: 'forbidden', patient_ids: patient },
    { action: 'print_patient_access', code: 'forbidden', patient_ids: patient },
    { action: 'get_patient_export', code: 'forbidden', patient_ids: patient },
    { action: 'compare_patients', code: 'forbidden', patient_ids: patient },
    { action: 'create_lab_order', code: 'forbidden', patient_ids: patient },
    { action: 'update_patient', code: 'forbidden', patient_ids: patient },
    { action: 'register_patient', code: 'forbidden', patient_ids: [] },
    { action: 'list_unmatched_reports', code: 'forbidden', patient_ids: [] },
    { action: 'list_inbox', code: 'forbidden', patient_ids: [] },
  ]);
});

test('tab titles hide patient names when the organization wants it', { tag: '@nightly' }, async () => {
  const { name } = await api<{ name: { family: string } }>(`/v1/patients/${records().ids.patientId}`);
  const hide = (hide_names: boolean) =>
    portal('admin', 'organizations.updateOrganizationSettings', { hide_names });
  const titleOf = async (pattern: string) => {
    const html = await htmlFor('admin', fill(pattern, records().ids));
    return /<title>([^<]*)/.exec(html)?.[1] ?? pattern;
  };
  const isNamed = (title: string) => title.toLowerCase().includes(name.family.toLowerCase());
  await hide(true);
  const hidden: string[] = [];
  for (const { pattern } of routesOfTree().filter(({ onePatient }) => onePatient))
    hidden.push(await titleOf(pattern));
  await hide(false);
  expect(hidden.length).toBeGreaterThan(12);
  expect(hidden.filter((title) => isNamed(title) || !title.startsWith('Patient · '))).toEqual([]);
  expect(isNamed(await titleOf('/patients/[patientId]'))).toBe(true);
});

test('time zone changes apply to all times at once', { tag: '@nightly' }, async ({ page }) => {
  await actAs(page, 'admin');
  await open(page, '/admin/settings');
  await checkPage(page);
  await page.getByLabel('Time zone').selectOption('Asia/Kathmandu');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByRole('region', { name: 'Latest action' })).toContainText('Settings saved.');
  /** Times to the minute on a page: the audit log formats on the server, the inbox in the browser. */
  const minutes = async (path: string) => {
    const html = (await htmlFor('admin', path)).replaceAll('<!-- -->', '');
    const [, hour, minute] = /(?:as of|updated) (?:\d\d-\w{3}-\d{4} )?(\d\d):(\d\d)/i.exec(html)!;
    return Number(hour) * 60 + Number(minute);
  };
  const both = async () => [await minutes('/admin/audit'), await minutes('/inbox')];
  try {
    const there = await both();
    await portal('admin', 'organizations.updateOrganizationSettings', { time_zone: 'UTC' });
    const here = await both();
    // An offset of 5:45; the minute may have changed in between.
    for (const place of [0, 1]) expect([344, 345]).toContain((there[place]! - here[place]! + 1440) % 1440);
    // An open tab uses the new zone from its next page on.
    await page
      .getByRole('navigation', { name: 'Main', exact: true })
      .getByRole('link', { name: /^Inbox/ })
      .click();
    const [, hour, minute] = /(\d\d):(\d\d)/.exec(await page.getByText(/^Updated \d\d:\d\d$/).innerText())!;
    expect((Number(hour) * 60 + Number(minute) - here[1]! + 1440) % 1440).toBeLessThanOrEqual(1);
  } finally {
    await portal('admin', 'organizations.updateOrganizationSettings', { time_zone: 'UTC' });
  }
});
