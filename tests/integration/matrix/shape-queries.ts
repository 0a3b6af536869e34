import type { Scope } from './policy';
import type { Place, View } from './fixture';

/** Queries of lists: a valid one each, and filters by values of other organizations. */

export const cleanQueries: Record<string, string> = {
  listPatients: 'limit=5',
  listLabOrders: 'limit=5',
  listLabResults: 'limit=5',
  listCatalog: 'limit=5',
  listDocuments: 'limit=5',
  listEvents: 'limit=5',
  listWebhooks: 'limit=5',
  listExports: 'limit=5',
  listAuditEvents: 'limit=5',
};

/** Filters of each list, by parameter, with a value that only one organization has. */
const FILTERS: Record<string, Record<string, (place: Place) => string>> = {
  listPatients: {
    mrn: (place) => place.mrn,
    external_id: (place) => place.externalId,
    identifier: (place) => place.identifier,
    q: (place) => place.family,
    family: (place) => place.family,
  },
  listLabOrders: {
    patient_id: (place) => place.things.patient,
    test_id: (place) => place.ids.test,
    order_number: (place) => place.orderNumber,
    ordering_user_id: (place) => place.ids.user,
  },
  listLabResults: {
    patient_id: (place) => place.things.patient,
    order_id: (place) => place.things.order,
  },
  listCatalog: { q: (place) => place.onlyTest, lab_id: (place) => `lab of ${place.name}` },
  listDocuments: {
    patient_id: (place) => place.things.patient,
    order_id: (place) => place.things.order,
    result_id: (place) => place.things.result,
    q: (place) => place.name,
  },
  listEvents: { object_id: (place) => place.things.patient },
  listWebhooks: {},
  listExports: {},
  listAuditEvents: {
    patient_id: (place) => place.things.patient,
    actor: (place) => place.ids.user,
  },
};

/** Requesting events of one object by its ID requires the scope of its kind. */
const NEEDS: Record<string, readonly Scope[]> = { 'listEvents object_id': ['patients:read'] };

export interface ForeignQuery {
  name: string;
  core: boolean;
  scopes?: readonly Scope[];
  query(view: View): string;
}

export function foreignQueries(operation: string): ForeignQuery[] {
  return Object.entries(FILTERS[operation] ?? {}).flatMap(([parameter, value], index) =>
    (['otherOrg', 'otherMode', 'otherOrgOtherMode'] as const).map((place, nth) => ({
      name: `${parameter} of ${place}`,
      core: index === 0 && nth === 0,
      ...(NEEDS[`${operation} ${parameter}`] ? { scopes: NEEDS[`${operation} ${parameter}`]! } : {}),
      query: (view) => `${parameter}=${encodeURIComponent(value(view[place]))}`,
    })),
  );
}
