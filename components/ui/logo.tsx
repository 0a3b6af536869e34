/** The mark of the product: a margin line with three lines of a report, as in the tab (app/icon.svg). */
/** URL of the logo of the organization. */
export const logoUrl = (sha256: string): string => `/api/portal/logo/${sha256}`;

export function Logo({ className = 'size-6 shrink-0' }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" className={className} aria-hidden="true">
      <rect width="24" height="24" rx="3" fill="#7fd0dd" />
      <path d="M6.5 4v16" stroke="#14201d" strokeWidth="2.5" />
      <path d="M10.5 7H19M10.5 12H19M10.5 17h5" stroke="#14201d" strokeWidth="2.5" />
    </svg>
  );
}
