import { z } from 'zod';
import { readNetwork } from './address-list';

/** An entry of an address list. Checked by the contract, so that its errors are reported with those of other fields. */
export const networkText = z
  .string()
  .min(1)
  .max(50)
  .superRefine((entry, { addIssue }) => {
    const read = readNetwork(entry);
    if ('problem' in read)
      addIssue({ code: 'custom', message: read.problem, params: { code: 'invalid_format' } });
  });
