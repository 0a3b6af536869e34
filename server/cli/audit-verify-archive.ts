import { readArchive } from '../audit/archive/archive-file';
import { verifyArchive } from '../audit/archive/verify-archive';
import { asWorkerInSnapshot } from '../db/transaction';
import { UsageError, type Command } from './arguments';
import { counted, sealRange } from './counts';

/** Verifies an archive file of the audit against the seals in the database. Exit code 1 if it does not match them. */
export const auditVerifyArchive: Command = {
  name: 'audit verify-archive',
  operand: 'FILE',
  flags: {},
  async run({ operand }) {
    const content = await readArchive(operand).catch((error: Error) => {
      throw new UsageError(`${operand} cannot be read: ${error.message}.`);
    });
    return asWorkerInSnapshot((tx) =>
      verifyArchive({ query: (text, values) => tx.client.query(text, values) }, content),
    );
  },
  exitCode: (made) => ((made as Verified).faults.length > 0 ? 1 : 0),
  text(made) {
    const { org, first_seal, last_seal, rows, faults } = made as Verified;
    return [
      `${org}  ${sealRange(first_seal, last_seal)}  ${counted(rows, 'row')}`,
      ...faults.map((fault) => `FOUND ${fault}`),
      faults.length === 0 ? 'The file matches the seals.' : 'The file does NOT match the seals.',
    ].join('\n');
  },
};

type Verified = Awaited<ReturnType<typeof verifyArchive>>;
