/** Rejects empty files, files that are too large and unsupported types before they are uploaded. */
import { isolateFile } from '../format/isolate';
import { formatBytes } from '../format/numbers';
import { shownError } from '../ui/error-message';
import { isAccepted } from './accepted-bytes';
import { shownName } from './default-title';

export interface CheckedFiles<T> {
  accepted: readonly T[];
  sentences: readonly string[];
}

export async function rejectFiles<T extends Blob & Pick<File, 'name'>>(
  files: readonly T[],
  maxBytes: number,
): Promise<CheckedFiles<T>> {
  const sentenceFor = async (file: T): Promise<string | null> => {
    const name = isolateFile(shownName(file.name));
    if (file.size === 0) return `${name} is empty. Choose another file.`;
    if (file.size > maxBytes)
      return `${name} is ${formatBytes(file.size)}. The limit is ${formatBytes(maxBytes)}. Split it or lower the resolution.`;
    if (!(await isAccepted(file)))
      return `${name}: ${shownError({ code: 'unsupported_file_type' }).sentence}`;
    return null;
  };
  const sentences = await Promise.all(files.map(sentenceFor));
  return {
    accepted: files.filter((_file, at) => sentences[at] === null),
    sentences: sentences.filter((sentence) => sentence !== null),
  };
}
