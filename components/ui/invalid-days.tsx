import { ErrorPanel } from './error-panel';

/** In place of a list whose filter has invalid days. */
export function InvalidDays() {
  return <ErrorPanel title="Fix the dates of the filter to see the list." />;
}
