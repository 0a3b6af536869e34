import type { LabSimulation, Sandbox } from '../../../domain/sandboxes/contract';
import { ANSWER_IDS, EXAMPLE_IDS } from '../../../shared/example-ids';
import type { OperationExamples } from './example-parts';

const sandbox: Sandbox = {
  object: 'sandbox',
  organization_id: ANSWER_IDS.organization,
  name: 'Example Clinic sandbox',
  status: 'ready',
  reset_at: '2026-11-02T08:30:00.000Z',
};

const simulation: LabSimulation = {
  object: 'lab_simulation',
  kind: 'critical',
  order_id: EXAMPLE_IDS.order,
  patient_id: EXAMPLE_IDS.patient,
  message_id: ANSWER_IDS.message,
};

export const SANDBOX_EXAMPLES: Record<string, OperationExamples> = {
  getSandbox: { response: sandbox },
  resetSandbox: { response: { ...sandbox, status: 'resetting' } },
  simulateLabResult: {
    parameters: { id: EXAMPLE_IDS.order },
    requests: { critical: { summary: 'A critical result', value: { kind: 'critical' } } },
    response: simulation,
  },
};
