import { labConnectionSettings } from '../domain/lab-connections/contract';
import { UsageError } from './arguments';
import { settingFlags, type Reader } from './setting-flags';

/** The settings of a lab connection as flags. */

const DAYS = /^([1-7](?:,[1-7])*) (\S+)-(\S+)$/;

const OWN: Readonly<Record<string, Reader>> = {
  sending_application: { value: 'MSH-3', read: (_flag, text) => text },
  sending_facility: { value: 'MSH-4', read: (_flag, text) => text },
  receiving_application: { value: 'MSH-5', read: (_flag, text) => text },
  receiving_facility: { value: 'MSH-6', read: (_flag, text) => text },
  working_hours: {
    value: '"1,2,3,4,5 08:00-18:00"',
    read: (flag, text) => {
      const [, days, from, to] = DAYS.exec(text) ?? [];
      if (days === undefined)
        throw new UsageError(
          `--${flag} must be days (1 is Monday) and hours, such as "1,2,3,4,5 08:00-18:00".`,
        );
      return { days: days.split(',').map(Number), from, to };
    },
  },
};

export const { flags: SETTING_FLAGS, read: readSettings } = settingFlags(labConnectionSettings, OWN);
