/**
 * SHA-256 of a file as it was chosen, in lower-case hexadecimal, computed beside the page and not in it. Null where browsers
 * have none: without TLS.
 * @throws DOMException when the file cannot be read any more
 */
export async function fileDigest(file: File): Promise<string | null> {
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (!subtle) return null;
  const digest = new Uint8Array(await subtle.digest('SHA-256', await file.arrayBuffer()));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
