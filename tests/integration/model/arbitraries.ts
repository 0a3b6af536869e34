import fc from 'fast-check';
import type { Who } from './model';
import type { Target } from './settle';

/** Values that the steps of all resources draw. */

/** The first organization acts more often, so that steps meet the same records. */
export const who = fc.constantFrom<Who>(0, 0, 0, 1);

/** Mostly a record of the caller's own organization, and mostly one of the first. */
export const target: fc.Arbitrary<Target> = fc.record({
  foreign: fc.constantFrom(false, false, false, false, false, true),
  at: fc.constantFrom(0, 0, 0, 1, 1, 2, 3),
});

/** Few keys, so that both organizations and several bodies use the same ones. */
export const key: fc.Arbitrary<string | null> = fc.option(fc.constantFrom('k-0', 'k-1', 'k-2'), { freq: 2 });
