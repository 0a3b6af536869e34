import { env } from '../../env';

/** The maximum size of an uploaded file: the setting MAX_UPLOAD_BYTES, 50 MiB by default and at most 500 MiB. */
export const maxFileBytes = (): number => env.MAX_UPLOAD_BYTES;

/** Limits of the holding area. */
export const UPLOAD_KEPT_MS = 24 * 3_600_000;
export const MOST_UPLOADS = 200;
