import {
  createSandboxInput,
  joinSandboxInput,
  labSimulation,
  listedSandbox,
  noInput,
  sandbox,
  sandboxList,
  simulateLabResultInput,
} from '../../domain/sandboxes/contract';
import { createSandbox } from '../../domain/sandboxes/create-sandbox';
import { getSandbox } from '../../domain/sandboxes/get-sandbox';
import { joinSandbox } from '../../domain/sandboxes/join-sandbox';
import { listSandboxes } from '../../domain/sandboxes/list-sandboxes';
import { resetSandbox } from '../../domain/sandboxes/reset-sandbox';
import { simulateLabResult } from '../../domain/sandboxes/simulate-lab-result';
import { answersAgain, procedure, router } from '../trpc';

export const sandboxesRouter = router({
  getSandbox: procedure
    .meta({
      scope: ['patients:read', 'patients:write'],
      errors: ['forbidden'],
      openapi: {
        method: 'GET',
        path: '/v1/sandbox',
        operationId: 'getSandbox',
        summary: 'Retrieve the sandbox',
        description:
          'Whether the sandbox is being reset. With a key of a live organization: 403 `forbidden`.',
        tags: ['Sandbox'],
      },
    })
    .input(noInput)
    .output(sandbox)
    .query(({ ctx }) => getSandbox(ctx)),

  resetSandbox: procedure
    .meta({
      scope: 'patients:write',
      body: 'optional',
      errors: ['forbidden'],
      openapi: {
        method: 'POST',
        path: '/v1/sandbox/reset',
        operationId: 'resetSandbox',
        summary: 'Reset the sandbox',
        description:
          'Replaces all patients, with their orders, results and documents, with the example data. Takes a few seconds; `GET /v1/sandbox` shows when it is done. The catalog, webhooks, keys and connections are kept. With a key of a live organization: 403 `forbidden`.',
        tags: ['Sandbox'],
      },
    })
    .input(noInput)
    .output(sandbox)
    .use(answersAgain)
    .mutation(({ ctx }) => resetSandbox(ctx)),

  simulateLabResult: procedure
    .meta({
      scope: 'labs:write',
      errors: ['forbidden', 'invalid_state'],
      openapi: {
        method: 'POST',
        path: '/v1/sandbox/labs/orders/{id}/simulate',
        operationId: 'simulateLabResult',
        summary: 'Simulate a lab result',
        description:
          'A simulated laboratory reports or rejects the order. Its message is processed like any other laboratory message: the result and its events arrive within a second. With a key of a live organization: 403 `forbidden`.',
        tags: ['Sandbox'],
      },
    })
    .input(simulateLabResultInput)
    .output(labSimulation)
    .use(answersAgain)
    .mutation(({ ctx, input }) => simulateLabResult(ctx, input)),

  listSandboxes: procedure
    .input(noInput)
    .output(sandboxList)
    .query(({ ctx }) => listSandboxes(ctx)),
  createSandbox: procedure
    .meta({ repeatable: true })
    .input(createSandboxInput)
    .output(listedSandbox)
    .mutation(({ ctx, input }) => createSandbox(ctx, input)),
  joinSandbox: procedure
    .input(joinSandboxInput)
    .output(listedSandbox)
    .mutation(({ ctx, input }) => joinSandbox(ctx, input)),
});
