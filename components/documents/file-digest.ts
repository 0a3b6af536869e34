/**
 * SHA-256 of a file in lower-case hexadecimal. Null without TLS, where browsers offer no digest.
 * @throws DOMException when the file cannot be read
 */
export async function fileDigest(file: File): Promise<string | null> {
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (!subtle) return null;
  const digest = new Uint8Array(await subtle.digest('SHA-256', await file.arrayBuffer()));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
