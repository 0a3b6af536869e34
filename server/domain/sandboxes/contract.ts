import { z } from 'zod';
import { instant, nameText, pathParameter, ref } from '../../data-types/contract-parts';
import { SANDBOX_STATUSES, SIMULATION_KINDS } from './rules';

/** Sandboxes: organizations with made-up data, for developing and testing against `/v1`. */

const status = z.enum(SANDBOX_STATUSES).meta({
  description: '`resetting` from the request of a reset until the example data is complete',
});

export const sandbox = z
  .strictObject({
    object: z.literal('sandbox'),
    organization_id: ref('org').meta({ description: 'Organization of the sandbox' }),
    name: z.string().meta({ description: 'Name of the sandbox' }),
    status,
    reset_at: instant.nullable().meta({ description: 'When the last reset was completed' }),
  })
  .meta({ id: 'Sandbox' });

export const simulateLabResultInput = z.strictObject({
  id: pathParameter,
  kind: z.enum(SIMULATION_KINDS).meta({
    description:
      '`partial` reports some of the tests; a later result completes them. `corrected` changes one value of the final simulated result. `rejected` rejects the order.',
  }),
});

export const labSimulation = z
  .strictObject({
    object: z.literal('lab_simulation'),
    kind: z.enum(SIMULATION_KINDS).meta({ description: 'Kind of result that was simulated' }),
    order_id: ref('ord').meta({ description: 'Order that it answers' }),
    patient_id: ref('pat').meta({ description: 'Patient of the order' }),
    message_id: ref('msg').nullable().meta({
      description: 'The message from the simulated laboratory; null for `rejected`',
    }),
  })
  .meta({ id: 'LabSimulation' });

export const noInput = z.strictObject({});

/** Portal only, like the next ones. */
export const createSandboxInput = z.strictObject({ name: nameText(100).min(1) });
export const joinSandboxInput = z.strictObject({ id: ref('org') });
export const listedSandbox = z.strictObject({
  object: z.literal('organization'),
  id: ref('org'),
  name: z.string(),
  created_at: instant,
  status,
  /** Whether the user is a member, and can switch to it. */
  member: z.boolean(),
});
export const sandboxList = z.strictObject({ data: z.array(listedSandbox) });

export type Sandbox = z.output<typeof sandbox>;
export type SimulateLabResultInput = z.output<typeof simulateLabResultInput>;
export type LabSimulation = z.output<typeof labSimulation>;
export type CreateSandboxInput = z.output<typeof createSandboxInput>;
export type JoinSandboxInput = z.output<typeof joinSandboxInput>;
export type ListedSandbox = z.output<typeof listedSandbox>;
export type SandboxList = z.output<typeof sandboxList>;
