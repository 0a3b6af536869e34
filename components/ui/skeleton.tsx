/** Stands in for rows of the final size while a part of a page is on its way. */
export function Skeleton({ rows, label }: { rows: number; label: string }) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} aria-hidden="true" className="flex h-10 items-center border-b border-line">
          <div className="skeleton h-3 w-2/3 bg-range" />
        </div>
      ))}
    </div>
  );
}
