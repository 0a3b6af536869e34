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

/** What the draft has for the files that are here, and the files that must be chosen again. */
export function matchDraft<T extends Line>(lines: readonly T[], saved: readonly KeptDetail[]) {
  const waiting = lines.filter(({ state }) => state !== 'filed');
  const { details, left } = matchKept(waiting, saved);
  const missing = left.filter(({ filing }) => !filing);
  const matched = waiting.flatMap((line, at) => (details[at] ? [{ line, detail: details[at] }] : []));
  return {
    matched,
    missing,
    /** The draft has more than the suggestions. */
    isRestored:
      missing.length > 0 ||
      matched.some(
        ({ line, detail }) =>
          detail.title !== line.title || detail.category !== line.category || detail.date !== line.date,
      ),
  };
}
