import { z } from 'zod';
import {
  createPatientBatchInput,
  createPatientInput,
  deletedPatientList,
  duplicateCandidates,
  findDuplicatesInput,
  findPatientsInput,
  foundPatients,
  identityList,
  chartList,
  listChartsInput,
  listDeletedPatientsInput,
  listIdentitiesInput,
  listPatientMergesInput,
  listPatientsInput,
  mergePatientsInput,
  listRecentPatientsInput,
  patient,
  patientBatch,
  patientList,
  patientMergeList,
  patientPath,
  recentPatientList,
  registerPatientInput,
  searchPatientsInput,
  unmergedPatients,
  unmergePatientsInput,
  updatePatientInput,
} from '../../domain/patients/contract';
import { comparePatients } from '../../domain/patient-updates/compare-patients';
import { comparePatientsInput, patientComparison } from '../../domain/patient-updates/contract';
import { createPatient } from '../../domain/patients/create-patient';
import { createPatientBatch } from '../../domain/patients/create-patient-batch';
import { deletePatient } from '../../domain/patients/delete-patient';
import { findDuplicates } from '../../domain/patients/find-duplicates';
import { findPatients } from '../../domain/patients/find-patients';
import { getPatient } from '../../domain/patients/get-patient';
import { listCharts } from '../../domain/patients/list-charts';
import { listDeletedPatients } from '../../domain/patients/list-deleted-patients';
import { listIdentities } from '../../domain/patients/list-identities';
import { listPatientMerges } from '../../domain/patients/list-patient-merges';
import { listPatients } from '../../domain/patients/list-patients';
import { listRecentPatients } from '../../domain/patients/list-recent-patients';
import { mergePatients } from '../../domain/patients/merge-patients';
import { registerPatient } from '../../domain/patients/register-patient';
import { restorePatient } from '../../domain/patients/restore-patient';
import { searchPatients } from '../../domain/patients/search-patients';
import { unmergePatients } from '../../domain/patients/unmerge-patients';
import { updatePatient } from '../../domain/patients/update-patient';
import { answersAgain, procedure, router } from '../trpc';

export const patientsRouter = router({
  listPatients: procedure
    .meta({
      scope: 'patients:read',
      v1Only: true,
      openapi: {
        method: 'GET',
        path: '/v1/patients',
        operationId: 'listPatients',
        summary: 'List patients',
        description:
          'Newest first by default; best match first with `q`. To follow changes, sort by `updated_at` and continue from the last one you have, or read the events.',
        tags: ['Patients'],
      },
    })
    .input(listPatientsInput)
    .output(patientList)
    .query(({ ctx, input }) => listPatients(ctx, input)),

  listCharts: procedure
    .meta({ scope: 'patients:read', peopleOnly: true })
    .input(listChartsInput)
    .output(chartList)
    .query(({ ctx, input }) => listCharts(ctx, input)),

  searchPatients: procedure
    .meta({
      scope: 'patients:read',
      v1Only: true,
      openapi: {
        method: 'POST',
        path: '/v1/patients/search',
        operationId: 'searchPatients',
        summary: 'Search patients',
        description:
          '`GET /v1/patients` with its filters in the body, so that names and birth dates do not appear in URLs, which proxies and servers log. The response is the same, without the `Link` header: send `next_cursor` as `cursor` in the body. The request changes nothing and needs no Idempotency-Key.',
        tags: ['Patients'],
      },
    })
    .input(searchPatientsInput)
    .output(patientList)
    .query(({ ctx, input }) => searchPatients(ctx, input)),

  createPatient: procedure
    .meta({
      scope: 'patients:write',
      v1Only: true,
      success: 201,
      etag: 'version',
      errors: ['duplicate_mrn', 'duplicate_external_id', 'duplicate_identifier'],
      openapi: {
        method: 'POST',
        path: '/v1/patients',
        operationId: 'createPatient',
        summary: 'Create a patient',
        description:
          'Without `mrn` the service assigns one. A duplicate MRN, external ID or identifying number in the organization is rejected; patients with the same name and birth date are not.',
        tags: ['Patients'],
      },
    })
    .input(createPatientInput)
    .output(patient)
    .use(answersAgain)
    .mutation(({ ctx, input }) => createPatient(ctx, input)),

  createPatientBatch: procedure
    .meta({
      scope: 'patients:write',
      v1Only: true,
      openapi: {
        method: 'POST',
        path: '/v1/patients/batch',
        operationId: 'createPatientBatch',
        summary: 'Create up to 100 patients',
        description:
          'Each item is a body of `POST /v1/patients`. A rejected item does not affect the others: `data` has one outcome per item, with the created patient or the error that the item alone would have returned. Items are processed in order, so the second of two items with the same MRN fails. All outcomes are stored together: with the same Idempotency-Key the response is the same, and after an error or a lost connection, the batch was stored either completely or not at all. The body can have at most 1 MB. In addition to the general rate limit, each credential can send 60 batches in 60 seconds.',
        tags: ['Patients'],
      },
    })
    .input(createPatientBatchInput)
    .output(patientBatch)
    .use(answersAgain)
    .mutation(({ ctx, input }) => createPatientBatch(ctx, input)),

  getPatient: procedure
    .meta({
      scope: 'patients:read',
      etag: 'version',
      openapi: {
        method: 'GET',
        path: '/v1/patients/{id}',
        operationId: 'getPatient',
        summary: 'Retrieve a patient',
        description: 'One patient of the organization. Returns 404 for a deleted patient.',
        tags: ['Patients'],
      },
    })
    .input(patientPath)
    .output(patient)
    .query(({ ctx, input }) => getPatient(ctx, input)),

  updatePatient: procedure
    .meta({
      scope: 'patients:write',
      etag: 'version',
      errors: [
        'version_mismatch',
        'invalid_state',
        'duplicate_mrn',
        'duplicate_external_id',
        'duplicate_identifier',
      ],
      openapi: {
        method: 'PATCH',
        path: '/v1/patients/{id}',
        operationId: 'updatePatient',
        summary: 'Update a patient',
        description:
          'JSON Merge Patch (RFC 7396): absent = unchanged, null = removed. The response is the whole record, even without `patients:read`; without that scope an empty patch is invalid.',
        tags: ['Patients'],
      },
    })
    .input(updatePatientInput)
    .output(patient)
    .mutation(({ ctx, input }) => updatePatient(ctx, input)),

  deletePatient: procedure
    .meta({
      scope: 'patients:write',
      success: 204,
      errors: ['version_mismatch', 'invalid_state', 'patient_has_open_orders', 'forbidden'],
      openapi: {
        method: 'DELETE',
        path: '/v1/patients/{id}',
        operationId: 'deletePatient',
        summary: 'Delete a patient',
        description:
          'Hides the patient. Fails while a lab order is open. An administrator can restore the patient.',
        tags: ['Patients'],
      },
    })
    .input(patientPath)
    .output(z.void())
    .mutation(({ ctx, input }) => deletePatient(ctx, input)),

  mergePatients: procedure
    .meta({
      scope: 'patients:write',
      etag: 'version',
      errors: ['version_mismatch', 'patient_not_found', 'invalid_state'],
      openapi: {
        method: 'POST',
        path: '/v1/patients/{id}/merge',
        operationId: 'mergePatients',
        summary: 'Merge another record into a patient',
        description:
          'Moves the results, orders and documents of the other record to this patient. From then on, its ID, MRN and identifiers lead to this patient. The response is the patient. A merged record cannot be merged again: 409 `invalid_state` names the surviving record.',
        tags: ['Patients'],
      },
    })
    .input(mergePatientsInput)
    .output(patient)
    .use(answersAgain)
    .mutation(({ ctx, input }) => mergePatients(ctx, input)),

  unmergePatients: procedure
    .meta({
      scope: 'patients:write',
      errors: ['version_mismatch', 'patient_not_found', 'invalid_state'],
      openapi: {
        method: 'POST',
        path: '/v1/patients/{id}/unmerge',
        operationId: 'unmergePatients',
        summary: 'Undo a merge',
        description:
          'Everything that was addressed to the merged record, before or after the merge, returns to it. Items that cannot be assigned stay with this patient and are listed in `undecided`.',
        tags: ['Patients'],
      },
    })
    .input(unmergePatientsInput)
    .output(unmergedPatients)
    .use(answersAgain)
    .mutation(({ ctx, input }) => unmergePatients(ctx, input)),

  listPatientMerges: procedure
    .meta({
      scope: 'patients:read',
      openapi: {
        method: 'GET',
        path: '/v1/patients/{id}/merges',
        operationId: 'listPatientMerges',
        summary: 'List the merges of a patient',
        description: 'Newest first, including merges that were undone.',
        tags: ['Patients'],
      },
    })
    .input(listPatientMergesInput)
    .output(patientMergeList)
    .query(({ ctx, input }) => listPatientMerges(ctx, input)),

  /** Portal only. */
  comparePatients: procedure
    .input(comparePatientsInput)
    .output(patientComparison)
    .query(({ ctx, input }) => comparePatients(ctx, input)),

  /** Portal only. */
  findDuplicates: procedure
    .input(findDuplicatesInput)
    .output(duplicateCandidates)
    .query(({ ctx, input }) => findDuplicates(ctx, input)),

  /** Portal only. */
  findPatients: procedure
    .input(findPatientsInput)
    .output(foundPatients)
    .query(({ ctx, input }) => findPatients(ctx, input)),

  /** The portal's replacement for `createPatient`. */
  registerPatient: procedure
    .meta({ repeatable: true })
    .input(registerPatientInput)
    .output(patient)
    .mutation(({ ctx, input }) => registerPatient(ctx, input)),

  /** Portal only. */
  listRecentPatients: procedure
    .input(listRecentPatientsInput)
    .output(recentPatientList)
    .query(({ ctx }) => listRecentPatients(ctx)),

  /** Portal only. */
  listIdentities: procedure
    .input(listIdentitiesInput)
    .output(identityList)
    .query(({ ctx, input }) => listIdentities(ctx, input)),

  /** Portal only. */
  listDeletedPatients: procedure
    .input(listDeletedPatientsInput)
    .output(deletedPatientList)
    .query(({ ctx, input }) => listDeletedPatients(ctx, input)),

  /** Portal only. */
  restorePatient: procedure
    .input(patientPath)
    .output(patient)
    .mutation(({ ctx, input }) => restorePatient(ctx, input)),
});
