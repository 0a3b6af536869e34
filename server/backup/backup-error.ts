/** A reason why a backup cannot be made, read or restored: one sentence for the operator, shown without a stack. */
export class BackupError extends Error {
  readonly isBackupError = true as const;
  override readonly name = 'BackupError';
}

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | null)?.code;

/** Errors of connections have system calls, too. */
const OF_SOCKETS = new Set(['ECONNRESET', 'EPIPE', 'ECONNREFUSED', 'ETIMEDOUT']);

/** Replaces an error of the file system while something is written below `folder`. Returns other errors as they are. */
export function writeProblem(folder: string, error: unknown): Error {
  const code = codeOf(error);
  const isOfFiles = code !== undefined && (error as NodeJS.ErrnoException).syscall !== undefined;
  if (error instanceof BackupError || !isOfFiles || OF_SOCKETS.has(code)) return error as Error;
  return new BackupError(
    FULL.has(code)
      ? `There is no space left for ${folder} (${code}). Nothing was kept there.`
      : `${folder} cannot be written (${code}). Nothing was kept there.`,
    { cause: error },
  );
}

export const readProblem = (file: string, error: unknown): Error =>
  codeOf(error) === undefined
    ? (error as Error)
    : new BackupError(`${file} cannot be read (${codeOf(error)}).`, { cause: error });
