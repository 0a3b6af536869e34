import { BUILD } from '../../build-info';
import { HL7 } from '../../domain/fhir/resource';
import { env } from '../../env';
import { issuer } from '../../auth/access-token';
import { baseUrl } from './base';
import { TYPES } from './resource-types';
import type { FhirType } from './types';

const US_CORE = 'http://hl7.org/fhir/us/core';
const OAUTH_URIS = 'http://fhir-registry.smarthealthit.org/StructureDefinition/oauth-uris';

const PROVENANCE = 'Provenance:target';
export const includesOf = ({ includes, hasProvenance }: FhirType): string[] => [
  ...Object.keys(includes),
  ...(hasProvenance ? [PROVENANCE] : []),
];

const resourceOf = ([type, definition]: [string, FhirType]) => ({
  type,
  supportedProfile: [`${US_CORE}/StructureDefinition/${definition.profile}`],
  documentation: definition.documentation,
  interaction: [{ code: 'read' }, { code: 'search-type' }],
  versioning: 'versioned',
  readHistory: false,
  ...(Object.keys(definition.includes).length > 0 ? { searchInclude: Object.keys(definition.includes) } : {}),
  ...(definition.hasProvenance ? { searchRevInclude: [PROVENANCE] } : {}),
  searchParam: Object.entries(definition.parameters).map(([name, { type: kind, documentation }]) => ({
    name,
    type: kind,
    documentation,
  })),
});

export const capabilityStatement = (): Record<string, unknown> => ({
  resourceType: 'CapabilityStatement',
  id: 'clinical-data-service',
  url: `${baseUrl()}/metadata`,
  version: BUILD.version,
  name: 'ClinicalDataService',
  title: 'Clinical Data Service',
  status: 'active',
  date: '2026-11-26',
  kind: 'instance',
  software: { name: 'Clinical Data Service', version: BUILD.version },
  implementation: { description: 'Clinical Data Service, read-only', url: baseUrl() },
  fhirVersion: '4.0.1',
  format: ['application/fhir+json', 'json'],
  implementationGuide: [`${US_CORE}/ImplementationGuide/hl7.fhir.us.core|6.1.0`],
  rest: [
    {
      mode: 'server',
      documentation:
        'Read-only. Searches are GET, or POST to `_search`. A parameter, modifier or value that is not supported is an error, never ignored.',
      security: {
        cors: false,
        service: [
          {
            coding: [
              { system: `${HL7}/restful-security-service`, code: 'SMART-on-FHIR', display: 'SMART-on-FHIR' },
            ],
          },
        ],
        description: `API keys and access tokens of ${env.PUBLIC_URL}/docs, with the scopes of /v1.`,
        extension: [
          {
            url: OAUTH_URIS,
            extension: [
              { url: 'authorize', valueUri: `${issuer()}/oauth/authorize` },
              { url: 'token', valueUri: `${issuer()}/oauth/token` },
              { url: 'revoke', valueUri: `${issuer()}/oauth/revoke` },
              { url: 'introspect', valueUri: `${issuer()}/oauth/introspect` },
            ],
          },
        ],
      },
      resource: [
        ...Object.entries(TYPES).map(resourceOf),
        {
          type: 'Binary',
          documentation: 'The file of a DocumentReference with its own media type, also in ranges.',
          interaction: [{ code: 'read' }],
        },
      ],
    },
  ],
});
