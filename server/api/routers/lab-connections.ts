import { z } from 'zod';
import {
  createIngestKeyInput,
  createLabConnectionInput,
  ingestKey,
  ingestKeyList,
  ingestKeyPath,
  labConnection,
  labConnectionList,
  labConnectionPath,
  listIngestKeysInput,
  listLabConnectionsInput,
  updateLabConnectionInput,
} from '../../domain/lab-connections/contract';
import { createIngestKey } from '../../domain/lab-connections/create-ingest-key';
import { createLabConnection } from '../../domain/lab-connections/create-lab-connection';
import { deleteLabConnection } from '../../domain/lab-connections/delete-lab-connection';
import { getFeedHealth } from '../../domain/lab-connections/get-feed-health';
import { getLabConnection } from '../../domain/lab-connections/get-lab-connection';
import { feedHealth, getFeedHealthInput } from '../../domain/lab-connections/health-contract';
import { listIngestKeys } from '../../domain/lab-connections/list-ingest-keys';
import { listLabConnections } from '../../domain/lab-connections/list-lab-connections';
import { revokeIngestKey } from '../../domain/lab-connections/revoke-ingest-key';
import { updateLabConnection } from '../../domain/lab-connections/update-lab-connection';
import { labUnit, labUnitList, listLabUnitsInput, mapLabUnitInput } from '../../domain/lab-units/contract';
import { listLabUnits } from '../../domain/lab-units/list-lab-units';
import { mapLabUnit } from '../../domain/lab-units/map-lab-unit';
import { procedure, router } from '../trpc';

/** Portal only. */
export const labConnectionsRouter = router({
  listLabConnections: procedure
    .input(listLabConnectionsInput)
    .output(labConnectionList)
    .query(({ ctx, input }) => listLabConnections(ctx, input)),
  getLabConnection: procedure
    .input(labConnectionPath)
    .output(labConnection)
    .query(({ ctx, input }) => getLabConnection(ctx, input)),
  getFeedHealth: procedure
    .input(getFeedHealthInput)
    .output(feedHealth)
    .query(({ ctx, input }) => getFeedHealth(ctx, input)),
  createLabConnection: procedure
    .meta({ repeatable: true })
    .input(createLabConnectionInput)
    .output(labConnection)
    .mutation(({ ctx, input }) => createLabConnection(ctx, input)),
  updateLabConnection: procedure
    .input(updateLabConnectionInput)
    .output(labConnection)
    .mutation(({ ctx, input }) => updateLabConnection(ctx, input)),
  deleteLabConnection: procedure
    .input(labConnectionPath)
    .output(z.void())
    .mutation(({ ctx, input }) => deleteLabConnection(ctx, input)),
  listLabUnits: procedure
    .input(listLabUnitsInput)
    .output(labUnitList)
    .query(({ ctx, input }) => listLabUnits(ctx, input)),
  mapLabUnit: procedure
    .input(mapLabUnitInput)
    .output(labUnit)
    .mutation(({ ctx, input }) => mapLabUnit(ctx, input)),
  listIngestKeys: procedure
    .input(listIngestKeysInput)
    .output(ingestKeyList)
    .query(({ ctx, input }) => listIngestKeys(ctx, input)),
  createIngestKey: procedure
    .meta({ repeatable: true })
    .input(createIngestKeyInput)
    .output(ingestKey)
    .mutation(({ ctx, input }) => createIngestKey(ctx, input)),
  revokeIngestKey: procedure
    .input(ingestKeyPath)
    .output(ingestKey)
    .mutation(({ ctx, input }) => revokeIngestKey(ctx, input)),
});
