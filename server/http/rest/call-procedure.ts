import { createOpenApiNodeHttpHandler } from 'trpc-openapi';
import { appRouter } from '../../api/root';
import type { Context } from '../../shared/context';
import { withoutCoercion } from './no-coercion';
import { parsedAtOnce } from './parse-at-once';
import type { Route } from './routes';

/**
 * Calls a procedure through trpc-openapi. The adapter gets a stand-in request (already read and judged) and a
 * stand-in response, so that its own body reading, status codes and error bodies never reach a client.
 */

interface StandIn {
  method: string;
  url: string;
  query?: unknown;
  body?: unknown;
  clinical: Context;
  /** What the procedure threw. */
  error?: unknown;
}

const handler = createOpenApiNodeHttpHandler({
  router: parsedAtOnce(withoutCoercion(appRouter)) as never,
  createContext: (({ req }: { req: unknown }) => (req as StandIn).clinical) as never,
  onError: (({ req, error }: { req: unknown; error: unknown }) => {
    (req as StandIn).error = error;
  }) as never,
});

/** @returns the JSON text of the output, empty when there is none. */
export async function callProcedure(
  ctx: Context,
  route: Route,
  pathname: string,
  input: { query?: unknown; body?: unknown },
): Promise<string> {
  // Looks like a `Request` to the adapter, which then takes headers and signal as they are instead of building one.
  const request = Object.create(Request.prototype, {
    method: { value: route.method },
    url: { value: pathname },
    headers: { value: { get: () => 'application/json' } },
    signal: { value: undefined },
    clinical: { value: ctx },
    error: { value: undefined, writable: true },
    query: { value: input.query ?? {}, writable: true },
    body: { value: input.body ?? {}, writable: true },
  }) as StandIn;
  let text = '';
  const response = {
    statusCode: 200,
    setHeader: () => undefined,
    end: (body: string | undefined) => void (text = body ?? ''),
  };
  await (handler as unknown as (req: StandIn, res: typeof response) => Promise<void>)(request, response);
  if (request.error) throw request.error;
  return text;
}
