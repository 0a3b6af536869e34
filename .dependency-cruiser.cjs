/** Which folder may import which (docs: architecture). Only static imports of our own files are checked. */
const CONTRACT = '^server/domain/[^/]+/(contract|rules)\\.ts$';
const CODE_LISTS = '^server/data-types/([a-z-]+-codes|typed-date|webhook-url)\\.ts$';

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
        "A resource uses another's contract, rules, access, presentation and events, never its operations. Only what laboratories and hospitals send is filed into several resources, the start page, the export of a patient and exports in bulk read several, a sandbox simulates and resets several, and single sign-on and provisioning create and change members.",
      severity: 'error',
      from: {
