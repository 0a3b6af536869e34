import { adminOverviewRouter } from './routers/admin-overview';
import { apiKeysRouter } from './routers/api-keys';
import { auditLogRouter } from './routers/audit-log';
import { catalogRouter } from './routers/catalog';
import { changesRouter } from './routers/changes';
import { credentialsRouter } from './routers/credentials';
import { displaySettingsRouter } from './routers/display-settings';
import { documentsRouter } from './routers/documents';
import { draftsRouter } from './routers/drafts';
import { erasuresRouter } from './routers/erasures';
import { exportsRouter } from './routers/exports';
import { eventsRouter } from './routers/events';
import { inboundReportsRouter } from './routers/inbound-reports';
import { inboundDocumentsRouter } from './routers/inbound-documents';
import { inboundMessagesRouter } from './routers/inbound-messages';
import { labConnectionsRouter } from './routers/lab-connections';
import { labOrdersRouter } from './routers/lab-orders';
import { labResultsRouter } from './routers/lab-results';
import { oauthAppsRouter } from './routers/oauth-apps';
import { oauthRouter } from './routers/oauth';
import { orderDestinationsRouter } from './routers/order-destinations';
import { orderSetsRouter } from './routers/order-sets';
import { outboundMessagesRouter } from './routers/outbound-messages';
import { passwordsRouter } from './routers/passwords';
import { organizationsRouter } from './routers/organizations';
import { patientExportsRouter } from './routers/patient-exports';
import { patientUpdatesRouter } from './routers/patient-updates';
import { patientsRouter } from './routers/patients';
import { reviewsRouter } from './routers/reviews';
import { sessionsRouter } from './routers/sessions';
import { peopleRouter } from './routers/people';
import { privacyReportRouter } from './routers/privacy-report';
import { restrictedChartsRouter } from './routers/restricted-charts';
import { sandboxesRouter } from './routers/sandboxes';
import { provisioningRouter } from './routers/provisioning';
import { singleSignOnRouter } from './routers/single-sign-on';
import { secondFactorsRouter } from './routers/second-factors';
import { todayRouter } from './routers/today';
import { uploadsRouter } from './routers/uploads';
import { webhooksRouter } from './routers/webhooks';
import { createCallerFactory, router } from './trpc';

/** Every operation of the service. Those with `openapi` in their meta are also routes of `/v1`. */
export const appRouter = router({
  patients: patientsRouter,
  labConnections: labConnectionsRouter,
  inboundDocuments: inboundDocumentsRouter,
  inboundMessages: inboundMessagesRouter,
  labOrders: labOrdersRouter,
  orderDestinations: orderDestinationsRouter,
  outboundMessages: outboundMessagesRouter,
  orderSets: orderSetsRouter,
  labResults: labResultsRouter,
  inboundReports: inboundReportsRouter,
  patientExports: patientExportsRouter,
  patientUpdates: patientUpdatesRouter,
  reviews: reviewsRouter,
  today: todayRouter,
  adminOverview: adminOverviewRouter,
  catalog: catalogRouter,
  documents: documentsRouter,
  uploads: uploadsRouter,
  webhooks: webhooksRouter,
  erasures: erasuresRouter,
  exports: exportsRouter,
  events: eventsRouter,
  credentials: credentialsRouter,
  apiKeys: apiKeysRouter,
  oauthApps: oauthAppsRouter,
  oauth: oauthRouter,
  sessions: sessionsRouter,
  passwords: passwordsRouter,
  drafts: draftsRouter,
  displaySettings: displaySettingsRouter,
  people: peopleRouter,
  auditLog: auditLogRouter,
  organizations: organizationsRouter,
  privacyReport: privacyReportRouter,
  restrictedCharts: restrictedChartsRouter,
  sandboxes: sandboxesRouter,
  secondFactors: secondFactorsRouter,
  singleSignOn: singleSignOnRouter,
  provisioning: provisioningRouter,
  changes: changesRouter,
});

/** Calls procedures in this process, for `/v1` and for pages. */
export const createCaller = createCallerFactory(appRouter);

export type AppRouter = typeof appRouter;
