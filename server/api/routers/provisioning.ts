import { z } from 'zod';
import {
  handOverInput,
  noInput,
  openWorkList,
  scimToken,
  scimTokenList,
  scimTokenPath,
} from '../../domain/provisioning/contract';
import { handOverWork, listOpenWork } from '../../domain/provisioning/open-work';
import { createScimToken, listScimTokens, revokeScimToken } from '../../domain/provisioning/tokens';
import { procedure, router } from '../trpc';

/** Portal only. */
export const provisioningRouter = router({
  listScimTokens: procedure
    .input(noInput)
    .output(scimTokenList)
    .query(({ ctx }) => listScimTokens(ctx)),
  createScimToken: procedure
    .meta({ repeatable: true })
    .input(noInput)
    .output(scimToken)
    .mutation(({ ctx }) => createScimToken(ctx)),
  revokeScimToken: procedure
    .input(scimTokenPath)
    .output(z.void())
    .mutation(({ ctx, input }) => revokeScimToken(ctx, input)),
  listOpenWork: procedure
    .input(noInput)
    .output(openWorkList)
    .query(({ ctx }) => listOpenWork(ctx)),
  handOverWork: procedure
    .input(handOverInput)
    .output(z.void())
    .mutation(({ ctx, input }) => handOverWork(ctx, input)),
});
