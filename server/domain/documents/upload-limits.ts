/** Limits of the holding area. The largest file is a setting: MAX_UPLOAD_BYTES in `server/env.ts`. */
export const UPLOAD_KEPT_MS = 24 * 3_600_000;
export const MOST_UPLOADS = 200;
