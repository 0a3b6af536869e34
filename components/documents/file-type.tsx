import { fileTypeTile } from '../format/file-types';

/** Type of a file as a small tile: "PDF". Decorative: the file name is always next to it. */
export const FileType = ({ type }: { type: string }) => (
  <span
    aria-hidden="true"
    className="mt-0.5 inline-flex h-9 w-11 shrink-0 items-center justify-center border border-line bg-canvas text-sm font-semibold text-ink-2"
  >
    {fileTypeTile(type)}
  </span>
);
