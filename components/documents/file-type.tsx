/** Format of a file as a small tile: "PDF". Decorative: the file name is always next to it. */
export const FileType = ({ fileName }: { fileName: string }) => (
  <span
    aria-hidden="true"
    className="mt-0.5 inline-flex h-9 w-11 shrink-0 items-center justify-center border border-line bg-canvas text-sm font-semibold text-ink-2"
  >
    {(/\.(\w{1,4})$/.exec(fileName)?.[1] ?? 'file').toUpperCase()}
  </span>
);
