import { applyPatientUpdate } from '../../domain/patient-updates/apply-patient-update';
import {
  applyPatientUpdateInput,
  createFromPatientUpdateInput,
  decidedPatientUpdate,
  dismissPatientUpdateInput,
  getPatientUpdateInput,
  listPatientUpdatesInput,
  patientUpdateDetail,
  patientUpdateList,
  returnedPatientUpdate,
  returnPatientUpdateInput,
  undoPatientUpdateInput,
} from '../../domain/patient-updates/contract';
import { createFromPatientUpdate } from '../../domain/patient-updates/create-from-patient-update';
import { dismissPatientUpdate } from '../../domain/patient-updates/dismiss-patient-update';
import { getPatientUpdate } from '../../domain/patient-updates/get-patient-update';
import { listPatientUpdates } from '../../domain/patient-updates/list-patient-updates';
import { returnPatientUpdate } from '../../domain/patient-updates/return-patient-update';
import { undoPatientUpdate } from '../../domain/patient-updates/undo-patient-update';
import { procedure, router } from '../trpc';

/** Portal only: patients sent by a hospital feed that need a decision. */
export const patientUpdatesRouter = router({
  listPatientUpdates: procedure
    .input(listPatientUpdatesInput)
    .output(patientUpdateList)
    .query(({ ctx, input }) => listPatientUpdates(ctx, input)),
  getPatientUpdate: procedure
    .input(getPatientUpdateInput)
    .output(patientUpdateDetail)
    .query(({ ctx, input }) => getPatientUpdate(ctx, input)),
  applyPatientUpdate: procedure
    .input(applyPatientUpdateInput)
    .output(decidedPatientUpdate)
    .mutation(({ ctx, input }) => applyPatientUpdate(ctx, input)),
  createFromPatientUpdate: procedure
    .input(createFromPatientUpdateInput)
    .output(decidedPatientUpdate)
    .mutation(({ ctx, input }) => createFromPatientUpdate(ctx, input)),
  dismissPatientUpdate: procedure
    .input(dismissPatientUpdateInput)
    .output(decidedPatientUpdate)
    .mutation(({ ctx, input }) => dismissPatientUpdate(ctx, input)),
  returnPatientUpdate: procedure
    .input(returnPatientUpdateInput)
    .output(returnedPatientUpdate)
    .mutation(({ ctx, input }) => returnPatientUpdate(ctx, input)),
  undoPatientUpdate: procedure
    .input(undoPatientUpdateInput)
    .output(returnedPatientUpdate)
    .mutation(({ ctx, input }) => undoPatientUpdate(ctx, input)),
});
