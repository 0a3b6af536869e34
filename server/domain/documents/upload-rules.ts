/** Files that wait to be filed: how many one person may have, and for how long. */
export const UPLOAD_KEPT_MS = 24 * 3_600_000;
export const MOST_UPLOADS = 200;
