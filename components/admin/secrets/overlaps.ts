/** How long an old key or secret goes on beside its successor, in hours; the longest is that of the contracts. */
export const OVERLAPS = [
  { value: '0', label: 'Not at all: it ends now' },
  { value: '1', label: '1 hour' },
  { value: '24', label: '24 hours' },
  { value: '72', label: '3 days' },
  { value: '168', label: '7 days' },
];
export const DEFAULT_OVERLAP = '24';
