import { AUDIT_EXAMPLES } from './audit-examples';
import { CREDENTIAL_EXAMPLES } from './credential-examples';
import { SANDBOX_EXAMPLES } from './sandbox-examples';
import { DOCUMENT_EXAMPLES } from './document-examples';
import { EVENT_EXAMPLES } from './event-examples';
import type { OperationExamples } from './example-parts';
import { EXPORT_EXAMPLES } from './export-examples';
import { LAB_EXAMPLES } from './lab-examples';
import { PATIENT_EXAMPLES } from './patient-examples';
import { WEBHOOK_EXAMPLES } from './webhook-examples';

/** Examples of every operation, by `operationId`. An operation without them fails `tests/integration/api/contract.test.ts`. */
export const EXAMPLES: Readonly<Record<string, OperationExamples>> = {
  ...PATIENT_EXAMPLES,
  ...LAB_EXAMPLES,
  ...DOCUMENT_EXAMPLES,
  ...EXPORT_EXAMPLES,
  ...EVENT_EXAMPLES,
  ...WEBHOOK_EXAMPLES,
  ...CREDENTIAL_EXAMPLES,
  ...SANDBOX_EXAMPLES,
  ...AUDIT_EXAMPLES,
};
