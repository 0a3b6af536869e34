/** What was entered beside files that were chosen and not filed: kept as a draft, without the files. */

export interface KeptDetail {
  /** By these two a file is known again when it is chosen again. */
  name: string;
  size: number;
  title: string;
  category: string;
  date: string;
}

interface Line extends Omit<KeptDetail, 'name' | 'size'> {
  file: Pick<File, 'name' | 'size'>;
  state: string;
}

/** More are not kept: a draft has a limit. */
const MOST = 60;

export const detailsOf = (lines: readonly Line[], kept: readonly KeptDetail[]): readonly KeptDetail[] => {
  const open = lines.filter(({ state }) => state !== 'filed');
  const entered = open.map(({ file: { name, size }, title, category, date }) => ({
    ...{ name, size, title, category, date },
  }));
  return [...entered, ...kept].slice(0, MOST);
};

/** The details of each file that was kept, and what is left of them. */
export function matchKept(
  files: readonly File[],
  kept: readonly KeptDetail[],
): { details: readonly (KeptDetail | undefined)[]; left: readonly KeptDetail[] } {
  const left = [...kept];
  const details = files.map(({ name, size }) => {
    const at = left.findIndex((detail) => detail.name === name && detail.size === size);
    return at < 0 ? undefined : left.splice(at, 1)[0];
  });
  return { details, left };
}
