import {
  erasePatientInput,
  erasure,
  erasureList,
  erasurePath,
  erasurePreview,
  listErasuresInput,
} from '../../domain/erasures/contract';
import { erasePatient } from '../../domain/erasures/erase-patient';
import { getErasure } from '../../domain/erasures/get-erasure';
import { getErasurePreview } from '../../domain/erasures/get-erasure-preview';
import { listErasures } from '../../domain/erasures/list-erasures';
import { procedure, router } from '../trpc';

/** Portal only. */
export const erasuresRouter = router({
  getErasurePreview: procedure
    .input(erasurePath)
    .output(erasurePreview)
    .query(({ ctx, input }) => getErasurePreview(ctx, input)),

  erasePatient: procedure
    .input(erasePatientInput)
    .output(erasure)
    .mutation(({ ctx, input }) => erasePatient(ctx, input)),

  getErasure: procedure
    .input(erasurePath)
    .output(erasure)
    .query(({ ctx, input }) => getErasure(ctx, input)),

  listErasures: procedure
    .input(listErasuresInput)
    .output(erasureList)
    .query(({ ctx, input }) => listErasures(ctx, input)),
});
