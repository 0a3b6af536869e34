/** Rejects empty files, files that are too large and unsupported types before they are uploaded. */
import { isolateFile } from '../format/isolate';
import { list } from '../format/lists';
import { formatBytes } from '../format/numbers';
import { isAccepted } from './accepted-bytes';
import { shownName } from './default-title';
import { isProtected, protectedFile, typeOfName, UNSUPPORTED, unsupportedFile } from './unsupported-file';

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
    if (typeOfName(file.name) && (await isProtected(file))) return protectedFile(file.name);
    return (await isAccepted(file)) ? null : unsupportedFile(file.name);
  };
  const sentences = await Promise.all(files.map(sentenceFor));
  const unsupported = files.filter((_file, at) => sentences[at] === UNSUPPORTED);
  const names = list(unsupported.map(({ name }) => isolateFile(shownName(name))));
  return {
    accepted: files.filter((_file, at) => sentences[at] === null),
    sentences: [
      ...sentences.flatMap((sentence) => (sentence === UNSUPPORTED ? [] : (sentence ?? []))),
      ...(names ? [`${names}: ${UNSUPPORTED}`] : []),
    ],
  };
}
