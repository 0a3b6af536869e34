export const UPLOAD_KEPT_MS = 24 * 3_600_000;
export const MOST_UPLOADS = 200;
