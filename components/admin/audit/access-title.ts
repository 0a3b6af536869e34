import { isolate } from '../../format/isolate';

/** @param name as displayed; undefined if no entry has it */
export const accessTitle = (name: string | undefined): string =>
  name === undefined ? 'Patient access log' : `Access log of ${isolate(name)}`;
