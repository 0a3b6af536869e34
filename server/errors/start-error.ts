/** A reason for a failed start that the operator can fix: one sentence, shown without a stack. */
export class StartError extends Error {
  readonly isStartError = true as const;
  override readonly name = 'StartError';
}

export function isStartError(error: unknown): error is StartError {
  return typeof error === 'object' && error !== null && 'isStartError' in error;
}
