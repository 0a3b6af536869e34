import type { components } from './contract.js';

export type Problem = components['schemas']['Problem'];

/** The service rejected a request. The message has no patient data and can be logged. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  private constructor(
    message: string,
    readonly status: number,
    /** Stable; null if the response is not from the service, for example of a proxy. */
    readonly code: Problem['code'] | null,
    /** All members, for example `errors` with each invalid field. */
    readonly problem: Problem | null,
  ) {
    super(message);
  }

  /** For a question to the operator of the service. */
  get requestId(): string | null {
    return this.problem?.request_id ?? null;
  }

  static async of(response: Response): Promise<ApiError> {
    const { status, headers } = response;
    if (!headers.get('Content-Type')?.startsWith('application/problem+json'))
      return new ApiError(`${status} ${response.statusText}`.trim(), status, null, null);
    const problem = (await response.json()) as Problem;
    const { code, detail, request_id } = problem;
    return new ApiError(`${status} ${code}: ${detail} (${request_id})`, status, code, problem);
  }
}
