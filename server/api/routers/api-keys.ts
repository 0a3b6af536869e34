import {
  apiKey,
  apiKeyList,
  apiKeyPath,
  createApiKeyInput,
  listApiKeysInput,
} from '../../domain/api-keys/contract';
import { createApiKey } from '../../domain/api-keys/create-api-key';
import { listApiKeys } from '../../domain/api-keys/list-api-keys';
import { revokeApiKey } from '../../domain/api-keys/revoke-api-key';
import { procedure, router } from '../trpc';

/** Portal only. */
export const apiKeysRouter = router({
  listApiKeys: procedure
    .input(listApiKeysInput)
    .output(apiKeyList)
    .query(({ ctx, input }) => listApiKeys(ctx, input)),
  createApiKey: procedure
    .input(createApiKeyInput)
    .output(apiKey)
    .mutation(({ ctx, input }) => createApiKey(ctx, input)),
  revokeApiKey: procedure
    .input(apiKeyPath)
    .output(apiKey)
    .mutation(({ ctx, input }) => revokeApiKey(ctx, input)),
});
