/** What need not be sent to be refused: empty files, and files that are too large. One sentence for each. */
import { formatBytes } from '../format/numbers';

export function refusedFiles<T extends Pick<File, 'name' | 'size'>>(
  files: readonly T[],
  maxBytes: number,
): { good: readonly T[]; sentences: readonly string[] } {
  const refused = (file: T): string | null => {
    if (file.size === 0) return `${file.name} is empty. Choose another file.`;
    if (file.size > maxBytes)
      return `${file.name} is ${formatBytes(file.size)}. The limit is ${formatBytes(maxBytes)}. Split it or lower the resolution.`;
    return null;
  };
  return {
    good: files.filter((file) => refused(file) === null),
    sentences: files.map(refused).filter((sentence) => sentence !== null),
  };
}
