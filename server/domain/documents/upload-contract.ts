import { z } from 'zod';
import {
  FUTURE,
  inputDate,
  instant,
  isNotFuture,
  nameText,
  pathParameter,
  ref,
} from '../../data-types/contract-parts';
import { sha256 } from './contract';
import { CATEGORIES } from './rules';

/** Files that a user has uploaded but not filed: visible to that user, for a day. Portal only. */

export const upload = z.strictObject({
  id: ref('upl'),
  object: z.literal('upload'),
  /** The chart it was uploaded to, the only one where it can be filed. */
  patient_id: ref('pat'),
  created_at: instant,
  expires_at: instant,
  file_name: z.string(),
  content_type: z.string(),
  size: z.number().int(),
  sha256: z.string(),
});

/** Part `metadata` of the multipart body. `sha256` of the selected file is compared with the received bytes. */
export const storeUploadInput = z.strictObject({ patient_id: ref('pat'), sha256: sha256.nullish() });

export const listUploadsInput = z.strictObject({ patient_id: ref('pat').optional() });
export const uploadList = z.strictObject({ data: z.array(upload) });

export const uploadPath = z.strictObject({ id: pathParameter });

/** `patient_id` repeats the upload's patient: the patient confirmed by the user must match it. */
export const fileUploadInput = z.strictObject({
  id: pathParameter,
  patient_id: ref('pat'),
  title: nameText(200).nullish(),
  category: z.enum(CATEGORIES),
  document_date: inputDate.refine(isNotFuture, FUTURE).nullish(),
});

export type Upload = z.output<typeof upload>;
export type StoreUploadInput = z.output<typeof storeUploadInput>;
export type UploadList = z.output<typeof uploadList>;
export type ListUploadsInput = z.output<typeof listUploadsInput>;
export type FileUploadInput = z.output<typeof fileUploadInput>;
