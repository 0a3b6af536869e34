/**
 * A reason why the process cannot start that a person can act on: one sentence, shown without a stack.
 */
export class StartError extends Error {
  readonly isStartError = true as const;
  override readonly name = 'StartError';
}

export function isStartError(error: unknown): error is StartError {
  return typeof error === 'object' && error !== null && 'isStartError' in error;
}
