/** What need not be sent to be refused: empty files, too large ones, and kinds that are never accepted. One sentence for each. */
import { isolateFile } from '../format/isolate';
import { formatBytes } from '../format/numbers';
import { shownError } from '../ui/error-message';
import { canBeTaken } from './accepted-bytes';
import { shownName } from './default-title';

export interface Judged<T> {
  good: readonly T[];
  sentences: readonly string[];
}

export async function refusedFiles<T extends Blob & Pick<File, 'name'>>(
  files: readonly T[],
  maxBytes: number,
): Promise<Judged<T>> {
  const refused = async (file: T): Promise<string | null> => {
    const name = isolateFile(shownName(file.name));
    if (file.size === 0) return `${name} is empty. Choose another file.`;
    if (file.size > maxBytes)
      return `${name} is ${formatBytes(file.size)}. The limit is ${formatBytes(maxBytes)}. Split it or lower the resolution.`;
    if (!(await canBeTaken(file)))
      return `${name} was not sent. ${shownError({ code: 'unsupported_file_type' }).sentence}`;
    return null;
  };
  const sentences = await Promise.all(files.map(refused));
  return {
    good: files.filter((_file, at) => sentences[at] === null),
    sentences: sentences.filter((sentence) => sentence !== null),
  };
}
