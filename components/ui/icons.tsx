/** Outline icons. Decorative only: the word is always next to them. */
const PATHS = {
  info: 'M8 7v4M8 5h.01M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0Z',
  problem: 'M8 6v3M8 11.5h.01M8 2 1.5 13.5h13Z',
  success: 'm4.5 8.5 2.5 2.5 4.5-5M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0Z',
  search: 'm10.5 10.5 3.5 3.5M12 7A5 5 0 1 1 2 7a5 5 0 0 1 10 0Z',
  person: 'M8 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM2.5 14a5.5 5.5 0 0 1 11 0',
  people:
    'M6 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM1.5 13.5a4.5 4.5 0 0 1 9 0M11 2.8a2.5 2.5 0 0 1 0 4.6M12 9.5a4.5 4.5 0 0 1 2.5 4',
  inbox: 'M2 9.5h3.5L7 11.5h2l1.5-2H14M2 9.5 4 3h8l2 6.5v4H2Z',
  document: 'M4 1.5h5.5L13 5v9.5H4ZM9.5 1.5V5H13M6.5 8.5h4M6.5 11h4',
  question: 'M6 6a2 2 0 1 1 2.8 1.8C8.2 8.2 8 8.5 8 9.5M8 11.5h.01M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0Z',
  gear: 'M2 4h6M12 4h2M2 8h2M8 8h6M2 12h7M13 12h1M10 2.5v3M6 6.5v3M11 10.5v3',
  upload: 'M8 10V2.5M4.5 6 8 2.5 11.5 6M2.5 10v3.5h11V10',
  more: 'M2.5 4h11M2.5 8h11M2.5 12h11',
  chevron: 'm4 6 4 4 4-4',
  external: 'M9 2.5h4.5V7M13.5 2.5 7.5 8.5M11 9v4.5H2.5V5H7',
  star: 'm8 1.8 1.9 4 4.4.5-3.3 3 .9 4.3L8 11.5l-3.9 2.1.9-4.3-3.3-3 4.4-.5Z',
  remove: 'm4 4 8 8M12 4l-8 8',
  calendar: 'M2 3.5h12v10.5H2ZM2 6.5h12M5 2v3M11 2v3',
  lock: 'M3.5 7.5h9v6.5h-9ZM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5',
  flask: 'M6 2h4M7 2v4L3 13a1 1 0 0 0 1 1.5h8a1 1 0 0 0 1-1.5L9 6V2M4.8 10h6.4',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, className = 'size-4 shrink-0' }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      <path d={PATHS[name]} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
