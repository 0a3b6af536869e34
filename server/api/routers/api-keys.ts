import {
  apiKey,
  apiKeyList,
  apiKeyPath,
  apiKeyWithOthers,
  createApiKeyInput,
  listApiKeysInput,
  revokeApiKeyInput,
  rotateApiKeyInput,
  updateApiKeyInput,
} from '../../domain/api-keys/contract';
import { createApiKey } from '../../domain/api-keys/create-api-key';
import { getApiKey } from '../../domain/api-keys/get-api-key';
import { listApiKeys } from '../../domain/api-keys/list-api-keys';
import { revokeApiKey } from '../../domain/api-keys/revoke-api-key';
import { rotateApiKey } from '../../domain/api-keys/rotate-api-key';
import { updateApiKey } from '../../domain/api-keys/update-api-key';
import { procedure, router } from '../trpc';

/** Portal only. */
export const apiKeysRouter = router({
  listApiKeys: procedure
    .input(listApiKeysInput)
    .output(apiKeyList)
    .query(({ ctx, input }) => listApiKeys(ctx, input)),
  getApiKey: procedure
    .input(apiKeyPath)
    .output(apiKeyWithOthers)
    .query(({ ctx, input }) => getApiKey(ctx, input)),
  createApiKey: procedure
    .meta({ repeatable: true })
    .input(createApiKeyInput)
    .output(apiKey)
    .mutation(({ ctx, input }) => createApiKey(ctx, input)),
  rotateApiKey: procedure
    .meta({ repeatable: true })
    .input(rotateApiKeyInput)
    .output(apiKeyWithOthers)
    .mutation(({ ctx, input }) => rotateApiKey(ctx, input)),
  updateApiKey: procedure
    .input(updateApiKeyInput)
    .output(apiKey)
    .mutation(({ ctx, input }) => updateApiKey(ctx, input)),
  revokeApiKey: procedure
    .input(revokeApiKeyInput)
    .output(apiKey)
    .mutation(({ ctx, input }) => revokeApiKey(ctx, input)),
});
