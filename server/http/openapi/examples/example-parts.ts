/** What the examples of all resources share; their IDs are those of `server/shared/example-ids.ts`. */

export const EXAMPLE_SERVER = 'https://clinic.example.org';

/** Encrypted, so that it shows nothing. */
export const EXAMPLE_CURSOR = 'lVJ0wq8sZC3TtHk5bQ2pXyR7Gd1mUoN9vEeA4hLfKjWcBiSxYgPzOa6MuIrDn-F_';

/** A body that a caller may send. */
interface RequestExample {
  summary: string;
  /** Default: `application/json`. */
  mediaType?: 'multipart/form-data';
  value: Record<string, unknown>;
}

interface ResponseExample {
  /** The requests that it belongs to. */
  summary: string;
  value: unknown;
}

export interface OperationExamples {
  /** Bodies by name; an operation with a body has at least one. */
  requests?: Record<string, RequestExample>;
  /** Values of parameters where the common ones of `parameters.ts` do not fit this operation. */
  parameters?: Record<string, unknown>;
  /** The successful response; absent unless it is JSON. */
  response?: unknown;
  /** Instead of `response`, by name, if the forms of a request have different ones. */
  responses?: Record<string, ResponseExample>;
}

export const page = <T>(data: T[], more: object = {}) => ({
  object: 'list' as const,
  data,
  has_more: false,
  next_cursor: null,
  ...more,
});
