const MEGABYTE = 1024 * 1024;

/** Bytes after decoding. Base64 must be held in memory as a whole, hence the small limit. */
export const MAX_INLINE_BYTES = 10 * MEGABYTE;

/** The default of the setting MAX_UPLOAD_BYTES. */
export const DEFAULT_FILE_BYTES = 50 * MEGABYTE;

/** `10 MB` */
export const inMegabytes = (bytes: number): string => `${bytes / MEGABYTE} MB`;
