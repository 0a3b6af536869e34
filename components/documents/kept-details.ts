/** What was entered beside files that were chosen and not filed: kept as a draft, without the files. */
import { shownName } from './default-title';
import type { KeptDetail, UploadLine } from './upload-line-state';

type Line = Pick<UploadLine, 'name' | 'size' | 'title' | 'category' | 'date' | 'state' | 'final'>;

/** More are not kept: a draft has a limit. */
const MOST = 60;

export const detailsOf = (lines: readonly Line[], kept: readonly KeptDetail[]): readonly KeptDetail[] => {
  // A file that the server rejects for good is not chosen again either.
  const open = lines.filter(({ state, final }) => state !== 'filed' && !(state === 'failed' && final));
  const entered = open.map(({ name, size, title, category, date, state }) => ({
    name,
    size,
    title,
    category,
    date,
    ...(state === 'filing' ? { filing: true } : {}),
  }));
  return [...entered, ...kept].slice(0, MOST);
};

/** The details of each file that was kept, and what is left of them. */
export function matchKept(
  files: readonly Pick<File, 'name' | 'size'>[],
  kept: readonly KeptDetail[],
): { details: readonly (KeptDetail | undefined)[]; left: readonly KeptDetail[] } {
  const left = [...kept];
  const details = files.map(({ name, size }) => {
    const at = left.findIndex((detail) => detail.name === shownName(name) && detail.size === size);
    return at < 0 ? undefined : left.splice(at, 1)[0];
  });
  return { details, left };
}
