/** Metadata entered for files that are not filed yet: stored as a draft, without the files. */
import { shownName } from './default-title';
import type { KeptDetail, UploadLine } from './upload-line-state';

type Line = Pick<
  UploadLine,
  'name' | 'size' | 'title' | 'category' | 'date' | 'guessed' | 'state' | 'final'
> &
  Partial<Pick<UploadLine, 'cut'>>;

/** The size of a draft is limited. */
const MAX_DETAILS = 60;

export const detailsOf = (lines: readonly Line[], kept: readonly KeptDetail[]): readonly KeptDetail[] => {
  // A permanently rejected file is not chosen again.
  const open = lines.filter(({ state, final }) => state !== 'filed' && !(state === 'failed' && final));
  const entered = open.map(({ name, size, title, category, date, guessed, state, cut }) => ({
    name,
    size,
    title,
    category,
    date,
    ...(guessed.length > 0 ? { guessed } : {}),
    ...(state === 'filing' ? { filing: true } : {}),
    ...(cut ? { cut } : {}),
  }));
  return [...entered, ...kept].slice(0, MAX_DETAILS);
};

/** The details of each file in the draft, and the unused rest. */
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
