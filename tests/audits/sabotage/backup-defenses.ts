import type { Defense } from './defenses';

const BACKUP = ['tests/unit/backup/backup.test.ts'];
const LABORATORY = ['tests/unit/demo/laboratory.test.ts'];
const DEMO = ['tests/integration/domain/demo-laboratory.test.ts'];

/** Backups, and the demo with its simulated laboratory. */
export const BACKUP_DEFENSES: Defense[] = [
  {
    name: 'an altered manifest of a backup is rejected',
    file: 'server/backup/manifest.ts',
    find: 'if ((await read(MANIFEST_HASH)) !== hashLine(text))',
    replace: 'if ((await read(MANIFEST_HASH)) === hashLine(text) && false)',
    tests: BACKUP,
  },
  {
    name: 'an altered list of files of a backup is rejected',
    file: 'server/backup/manifest.ts',
    find: "if (hash.digest('hex') !== files.list_sha256) throw damaged('differs from its checksum');",
    replace: '',
    tests: BACKUP,
  },
  {
    name: 'the list of a backup does not lead out of its folders',
    file: 'server/backup/manifest.ts',
    find: "parts.every((part) => part !== '' && part !== '.' && part !== '..') &&",
    replace: '',
    tests: BACKUP,
  },
  {
    name: 'an incomplete backup is not used',
    file: 'server/backup/manifest.ts',
    find: 'if (path.basename(folder).endsWith(INCOMPLETE))',
    replace: 'if (false)',
    tests: BACKUP,
  },
  {
    name: 'a truncated file of a backup is noticed',
    file: 'server/backup/restore-backup.ts',
    find: 'if (copied.size < size)',
    replace: 'if (false)',
    tests: BACKUP,
  },
  {
    name: 'an altered file of a backup is noticed',
    file: 'server/backup/restore-backup.ts',
    find: 'else if (copied.sha256 !== sha256)',
    replace: 'else if (false)',
    tests: BACKUP,
  },
  {
    name: 'a backup is restored into an empty folder only',
    file: 'server/backup/restore-backup.ts',
    find: 'if ((await readdir(dataDir)).length > 0)',
    replace: 'if (false)',
    tests: BACKUP,
  },
  {
    name: 'a failed restore leaves nothing behind',
    file: 'server/backup/restore-backup.ts',
    find: '    await clear(dataDir, isNew);\n',
    replace: '',
    tests: BACKUP,
  },
  {
    name: 'a backup of another PostgreSQL is not restored',
    file: 'server/backup/restore-backup.ts',
    find: 'if (major !== ownMajor)',
    replace: 'if (false)',
    tests: BACKUP,
  },
  {
    name: 'the keys in a backup have a passphrase that cannot be guessed',
    file: 'server/backup/passphrase.ts',
    find: 'if (passphrase.length < SHORTEST_PASSPHRASE)',
    replace: 'if (false)',
    tests: BACKUP,
  },
  {
    name: 'the parameters of the encrypted keys cannot be weakened',
    file: 'server/backup/passphrase.ts',
    find: 'n: z.literal(COST.n),',
    replace: 'n: z.number(),',
    tests: BACKUP,
  },
  {
    name: 'a backup follows no links',
    file: 'server/backup/copy-file.ts',
    find: 'constants.O_RDONLY | constants.O_NOFOLLOW',
    replace: 'constants.O_RDONLY',
    tests: BACKUP,
  },
  {
    name: 'backups of another cluster are never removed',
    file: 'server/backup/list-backups.ts',
    find: 'manifest?.source.system_id === systemId',
    replace: 'manifest !== null && systemId.length > 0',
    tests: BACKUP,
  },
  {
    name: 'a backup in progress is not removed as a leftover',
    file: 'server/backup/own-folder.ts',
    find: '(await processIdentity(owner.pid)) === owner.identity',
    replace: '(await processIdentity(owner.pid)) === null',
    tests: BACKUP,
  },
  {
    name: 'rows that are missing after a restore are noticed',
    file: 'server/backup/count-rows.ts',
    find: 'rows >= least - slack',
    replace: 'rows >= 0',
    tests: BACKUP,
  },
  {
    name: 'results are simulated in demo and sandbox organizations only',
    file: 'server/cli/lab-simulate.ts',
    find: 'if (!organization.demo && !organization.sandboxOf)',
    replace: 'if (false)',
    tests: ['tests/integration/domain/lab-results-orders.test.ts'],
  },
  {
    name: 'the simulated laboratory applies a repeated order once',
    file: 'server/demo/simulator/laboratory.ts',
    find: 'let known = state.answers.find(({ controlId }) => controlId === order.controlId);',
    replace: "let known = state.answers.find(({ controlId }) => controlId === '');",
    tests: LABORATORY,
  },
  {
    name: 'the simulated laboratory forgets a result only once it was received',
    file: 'server/demo/simulator/laboratory.ts',
    find: "if (!(await send(resultOf(due, tests), signal))) throw new Error('The result was not received.');",
    replace: 'await send(resultOf(due, tests), signal);',
    tests: LABORATORY,
  },
  {
    name: 'the demo leaves orders alone that an administrator sends elsewhere',
    file: 'server/demo/demo-laboratory.ts',
    find: "if (started && (destination?.transport !== 'mllp' || destination.host !== HOST)) return null;",
    replace: '',
    tests: DEMO,
  },
];
