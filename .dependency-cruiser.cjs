/** Which folder may import which (docs: architecture). Only static imports of our own files are checked. */
const CONTRACT = '^server/domain/[^/]+/(contract|rules|visit-rules)\\.ts$';
const CODE_LISTS = '^server/data-types/([a-z-]+-codes|phone-text|typed-date|unit-text|webhook-url)\\.ts$';

/** Folders of `server`, lowest first. A folder imports only folders of earlier lines, types included. */
const LAYERS = [
  ['errors', 'data-types'],
  ['db', 'mail', 'storage'],
  ['jobs', 'outbound', 'shared'],
  ['audit', 'events', 'hl7v2', 'rate-limits'],
  ['auth'],
  ['domain'],
  ['api', 'deliveries', 'intake', 'retention', 'transmissions'],
  ['http'],
  ['embedded'],
  ['backup'],
  ['start'],
  ['demo'],
  ['cli'],
];

const layerRules = LAYERS.flatMap((folders, layer) =>
  folders.map((folder) => ({
    name: `${folder}-imports-lower-layers-only`,
    severity: 'error',
    from: { path: `^server/${folder}/` },
    to: {
      path: '^server/[^/]+/',
      pathNot: `^server/(${[...LAYERS.slice(0, layer).flat(), folder].join('|')})/`,
    },
  })),
);

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    ...layerRules,
    {
      name: 'root-files-import-no-folder',
      comment: 'Only main.ts starts what the folders hold.',
      severity: 'error',
      from: { path: '^server/[^/]+\\.ts$', pathNot: '^server/main\\.ts$' },
      to: { path: '^server/[^/]+/' },
    },
    {
      name: 'domain-does-not-import-frameworks',
      severity: 'error',
      from: { path: '^server/domain/' },
      to: { path: 'node_modules/(next|next-auth|react|react-dom|@trpc)/' },
    },
    {
      name: 'api-does-not-import-db',
      comment: 'Procedures call operations. They do not open tables.',
      severity: 'error',
      from: { path: '^server/api/' },
      to: { path: '^server/db/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'server-does-not-import-pages',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^(app|components)/' },
    },
    {
      name: 'resources-do-not-import-operations-of-others',
      comment:
        "A resource uses another's contract, rules, access, presentation and events, never its operations. Only what laboratories and hospitals send is filed into several resources, the start page, the export of a patient and exports in bulk read several, the undoing of a merge returns the request of the hospital, a sandbox simulates and resets several, and single sign-on and provisioning create and change members.",
      severity: 'error',
      from: {
        path: '^server/domain/(?!exports/|inbound-documents/|inbound-reports/|patient-exports/|patient-updates/|patients/unmerge-patients|privacy-report/|provisioning/|sandboxes/|single-sign-on/|today/)([^/]+)/',
      },
      to: {
        path: '^server/domain/[^/]+/',
        pathNot: ['^server/domain/$1/', '^server/domain/[^/]+/(contract|rules|access|present|events)\\.ts$'],
      },
    },
    {
      name: 'components-import-contracts-and-rules-only',
      comment: 'What the browser gets must not pull the server with it; types are free.',
      severity: 'error',
      from: { path: '^components/' },
      to: {
        path: '^(server|app)/',
        pathNot: [CONTRACT, CODE_LISTS, '^server/shared/scopes\\.ts$'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'ui-does-not-import-resources',
      severity: 'error',
      from: { path: '^components/ui/' },
      to: { path: '^(server|app|components/(?!ui/|format/))' },
    },
    {
      name: 'pages-do-not-import-lower-layers',
      severity: 'error',
      from: { path: '^app/' },
      to: {
        path: '^server/(backup|cli|db|deliveries|demo|embedded|events|hl7v2|http|intake|outbound|start|storage)/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'two-index-files-only',
      comment: 'Only the schema and the storage have an index file.',
      severity: 'error',
      from: { path: '.' },
      to: {
        path: '/index\\.tsx?$',
        pathNot: ['^server/db/schema/index\\.ts$', '^server/storage/index\\.ts$', 'node_modules'],
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    skipAnalysisNotInRules: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.mjs', '.js'] },
  },
};
