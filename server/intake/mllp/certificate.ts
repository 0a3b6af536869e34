import { readFile, stat } from 'node:fs/promises';
import type { SecureContextOptions } from 'node:tls';
import { env } from '../../env';

/** Certificate, key and client CA of the TLS ports: files, because they are renewed while the service runs. */
export interface Certificate {
  secure: SecureContextOptions;
  /** Changes when one of the files changes. */
  stamp: string;
}

export class NoCertificate extends Error {}

/** Returns null if not configured. Throws NoCertificate if one of the files cannot be read. */
export async function readCertificate(): Promise<Certificate | null> {
  const { MLLP_TLS_CERT, MLLP_TLS_KEY, MLLP_TLS_CLIENT_CA } = env;
  if (!MLLP_TLS_CERT || !MLLP_TLS_KEY) return null;
  const read = (file: string) =>
    readFile(file).catch((error: unknown) => {
      throw new NoCertificate('The certificate cannot be read.', { cause: error });
    });
  // Read first, so that a change during reading is detected at the next poll.
  const stamp = await stampOfCertificate();
  return {
    stamp,
    secure: {
      cert: await read(MLLP_TLS_CERT),
      key: await read(MLLP_TLS_KEY),
      ...(MLLP_TLS_CLIENT_CA ? { ca: await read(MLLP_TLS_CLIENT_CA) } : {}),
    },
  };
}

/** A file that is temporarily missing has a stamp too. */
export async function stampOfCertificate(): Promise<string> {
  const files = [env.MLLP_TLS_CERT, env.MLLP_TLS_KEY, env.MLLP_TLS_CLIENT_CA];
  const stamps = files.map(async (file) => {
    const found = file === undefined ? null : await stat(file).catch(() => null);
    return found ? `${found.ino} ${found.size} ${found.mtimeMs}` : '';
  });
  return (await Promise.all(stamps)).join('\n');
}
