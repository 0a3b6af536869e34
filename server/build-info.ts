import { version } from '../package.json';

/** Set by the bundler (`scripts/lib/bundle.mjs`); undefined in tests and in the bundle of the pages. */
declare const CLINICAL_COMMIT: string | undefined;

export const BUILD = {
  version,
  commit: typeof CLINICAL_COMMIT === 'undefined' ? 'unknown' : CLINICAL_COMMIT,
  node: process.versions.node,
};
