import { organizations, practitioners } from './directory';
import { documentReferences } from './documents';
import { diagnosticReports, observations, serviceRequests } from './lab';
import { patient } from './patient';
import { provenances } from './provenance';
import type { FhirType } from './types';

/** Searched and read; a Binary is only read, see `handler.ts`. */
export const TYPES: Readonly<Record<string, FhirType>> = {
  Patient: patient,
  ServiceRequest: serviceRequests,
  DiagnosticReport: diagnosticReports,
  Observation: observations,
  DocumentReference: documentReferences,
  Practitioner: practitioners,
  Organization: organizations,
  Provenance: provenances,
};
