/** Which folder may import which (docs: architecture). Only static imports of our own files are checked. */
const CONTRACT = '^server/domain/[^/]+/(contract|rules)\\.ts$';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'domain-knows-no-door',
      comment: 'The domain knows neither HTTP nor tRPC nor pages.',
      severity: 'error',
      from: { path: '^server/domain/' },
      to: { path: '^(app|components|server/(api|http|intake|start))/' },
    },
    {
      name: 'domain-knows-no-framework',
      severity: 'error',
      from: { path: '^server/domain/' },
      to: { path: 'node_modules/(next|next-auth|react|react-dom|@trpc)/' },
    },
    {
      name: 'database-knows-no-rules',
      severity: 'error',
      from: { path: '^server/db/' },
      to: {
        path: '^(app|components|server/(api|http|domain|events|intake|auth|audit))/',
        // Closed lists of words become column types.
        pathNot: ['^server/domain/[^/]+/rules\\.ts$'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'database-is-below',
      comment:
        'Types included: the database layer imports no layer above it but the types and words of the domain.',
      severity: 'error',
      from: { path: '^server/db/' },
      to: {
        path: '^(app|components|server/(admin|api|audit|auth|demo|embedded|events|http|intake|jobs|limits|mail|start|storage))/',
      },
    },
    {
      name: 'jobs-and-storage-are-below',
      comment: 'Types included: they know neither resources nor the layers that run on them.',
      severity: 'error',
      from: { path: '^server/(jobs|storage)/' },
      to: {
        path: '^(app|components|server/(admin|api|audit|auth|demo|domain|embedded|events|http|intake|limits|mail|start))/',
      },
    },
    {
      name: 'limits-know-no-resource',
      comment: 'Types included. Of the domain they use `shared`, which does not use them.',
      severity: 'error',
      from: { path: '^server/limits/' },
      to: {
        path: '^(app|components|server/(admin|api|audit|auth|demo|domain(?!/shared/)|embedded|events|http|intake|mail|start))/',
      },
    },
    {
      name: 'domain-shared-knows-no-limits',
      severity: 'error',
      from: { path: '^server/domain/shared/' },
      to: { path: '^server/limits/' },
    },
    {
      name: 'demo-and-embedded-for-entry-points-only',
      comment:
        'Types included: the demo and the bundled PostgreSQL are reached from the start and the admin tool.',
      severity: 'error',
      from: {
        path: '^(app|components|server)/',
        pathNot: '^server/(main\\.ts$|(admin|demo|embedded|start)/)',
      },
      to: { path: '^server/(demo|embedded)/' },
    },
    {
      name: 'embedded-knows-no-start',
      severity: 'error',
      from: { path: '^server/embedded/' },
      to: { path: '^server/(admin|api|demo|domain|events|http|intake|start)/' },
    },
    {
      name: 'api-knows-no-sql',
      comment: 'Procedures call verbs; they do not open tables.',
      severity: 'error',
      from: { path: '^server/api/' },
      to: { path: '^server/db/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'api-knows-no-pages',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^(app|components)/' },
    },
    {
      name: 'resources-stay-apart',
      comment: "A resource uses another's contract, rules, access, presentation and events, never its verbs.",
      severity: 'error',
      from: { path: '^server/domain/(?!shared/)([^/]+)/' },
      to: {
        path: '^server/domain/[^/]+/',
        pathNot: [
          '^server/domain/($1|shared)/',
          '^server/domain/[^/]+/(contract|rules|access|present|events)\\.ts$',
        ],
      },
    },
    {
      name: 'components-see-contracts-only',
      comment: 'What the browser gets must not pull the server with it; types are free.',
      severity: 'error',
      from: { path: '^components/' },
      to: { path: '^(server|app)/', pathNot: [CONTRACT], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'ui-knows-no-resource',
      severity: 'error',
      from: { path: '^components/ui/' },
      to: { path: '^(server|app|components/(?!ui/|format/))' },
    },
    {
      name: 'pages-go-through-the-api',
      severity: 'error',
      from: { path: '^app/' },
      to: { path: '^server/(db|http|events|intake|storage|start)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'only-two-barrels',
      comment: 'The schema index and the router root gather others; nothing else does.',
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
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.mjs', '.js'] },
  },
};
