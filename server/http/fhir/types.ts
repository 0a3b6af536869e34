import type { Resource, Links } from '../../domain/fhir/resource';
import type { Context } from '../../shared/context';
import type { Scope } from '../../shared/scopes';
import { showId } from '../../shared/ids';
import { baseUrl } from './base';
import type { Parameters, Query } from './query';
import { isUuid } from './search-values';

/** A resource of a response with its author. */
export interface Found {
  resource: Resource;
  /** Author for its Provenance; null: the organization. */
  author: Record<string, unknown> | null;
}

export interface Page {
  found: Found[];
  next: string | null;
}

export interface Include {
  scope: Scope;
  read(ctx: Context, found: readonly Found[]): Promise<Resource[]>;
}

/** A resource type of the API. */
export interface FhirType {
  /** US Core profile, if it has one. */
  profile: string;
  documentation: string;
  scope: Scope | readonly Scope[];
  /** Actions of the audit log. */
  actions: { read: string; search: string };
  parameters: Parameters;
  includes: Readonly<Record<string, Include>>;
  /** Whether `_revinclude=Provenance:target` is possible. */
  hasProvenance: boolean;
  read(ctx: Context, id: string): Promise<Found>;
  search(ctx: Context, query: Query): Promise<Page>;
}

export const linksOf = ({ actor }: Context): Links => ({
  to: (type, id) => ({ reference: `${type}/${id}` }),
  panelId: (resultId, panelId) => `${resultId}.${panelId}`.replaceAll('_', '-'),
  organization: { reference: `Organization/${actor.orgId}` },
  orgId: actor.orgId,
  practitioner: (id) => ({ reference: `Practitioner/${id}` }),
  attachment: (id) => ({ url: `${baseUrl()}/Binary/${id}` }),
});

/** No record has it. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

/** ID of `/v1` of a patient; that of no patient if the logical ID cannot be one. */
export const patientId = (id: string): string => showId('patient', isUuid(id) ? id : NO_ID);
