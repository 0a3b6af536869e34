/** Hours in which the old key or secret still works; the longest is that of the contracts. */
export const OVERLAPS = [
  { value: '0', label: 'No overlap' },
  { value: '1', label: '1 hour' },
  { value: '24', label: '24 hours' },
  { value: '72', label: '3 days' },
  { value: '168', label: '7 days' },
];
export const DEFAULT_OVERLAP = '24';
