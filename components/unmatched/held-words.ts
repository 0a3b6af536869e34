import { formatDate } from '../format/dates';
import { SEX_OF_CODE, SEX_WORDS } from '@/server/domain/patients/rules';
import { HELD_BECAUSE, type HeldBecause } from '@/server/domain/inbound-reports/rules';

/** Why a report waits, in a sentence; a reason that is not known here is not made up. */
export const heldBecause = (problem: string | null): string =>
  problem !== null && Object.hasOwn(HELD_BECAUSE, problem)
    ? HELD_BECAUSE[problem as HeldBecause]
    : 'It could not be filed by itself.';

/** A whole date as everywhere here; a year or a month stays what it is. */
export const sentDate = (date: string | null): string | null =>
  date?.length === 10 ? formatDate(date) : date;

/** As the laboratory wrote it: family name first. */
export const sentName = ({ family, given }: { family: string | null; given: string | null }): string =>
  [family, given].filter(Boolean).join(', ') || 'No name';

/** A code that is not in the table is shown as it came. */
export const sentSex = (code: string | null): string =>
  code === null ? 'Not sent' : Object.hasOwn(SEX_OF_CODE, code) ? SEX_WORDS[SEX_OF_CODE[code]!] : code;
