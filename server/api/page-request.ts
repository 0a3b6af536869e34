import { headers } from 'next/headers';
import { newRequestId } from '../shared/ids';

/** The ID of the request for a page, which the handler has assigned. */
export const pageRequestId = async (): Promise<string> =>
  (await headers()).get('x-request-id') ?? newRequestId();

/**
 * Next sends only the digest of an error to the browser. The request ID takes its place, so that the user can report it and
 * the log has it.
 */
export async function withRequestId<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    // Redirects of Next have their own.
    if (error instanceof Error && !('digest' in error))
      Object.assign(error, { digest: await pageRequestId() });
    throw error;
  }
}
