import { isDomainError } from '../errors/domain-error';
import { translateDatabaseError } from '../errors/constraints';
import { logger } from '../logger';
import { safeError } from '../safe-error';
import { apiKeyCreate } from './api-key-create';
import { apiKeyRevoke } from './api-key-revoke';
import { appCreate } from './app-create';
import { auditRestored } from './audit-restored';
import { auditVerify } from './audit-verify';
import { auditVerifyArchive } from './audit-verify-archive';
import { readArguments, sentence, usage, UsageError, type Command } from './arguments';
import { backupCreate } from './backup-create';
import { backupList } from './backup-list';
import { backupRestore } from './backup-restore';
import { backupVerify } from './backup-verify';
import { databaseMigrate } from './database-migrate';
import { erasuresList } from './erasures-list';
import { erasuresRepeat } from './erasures-repeat';
import { importSyntheaCommand } from './import-synthea';
import { keysAdd } from './keys-add';
import { keysList } from './keys-list';
import { keysRemove } from './keys-remove';
import { keysRotate } from './keys-rotate';
import { labConnectionCreate } from './lab-connection-create';
import { labConnectionList } from './lab-connection-list';
import { labConnectionShow } from './lab-connection-show';
import { labConnectionUpdate } from './lab-connection-update';
import { labSimulate } from './lab-simulate';
import { labUnitMap } from './lab-unit-map';
import { membershipCreate } from './membership-create';
import { openDatabase } from './open-database';
import { orderDestinationSave } from './order-destination-save';
import { orgCreate } from './org-create';
import { orgResume } from './org-resume';
import { orgSuspend } from './org-suspend';
import { patientExport } from './patient-export';
import { storageMigrate } from './storage-migrate';
import { storageVerify } from './storage-verify';
import { userCreate } from './user-create';
import { userInvite } from './user-invite';
import { userResetSecondFactor } from './user-reset-second-factor';

/**
 * The operator's command line tool: the same operations as the API, run as the system user. Standard output contains
 * only the created object. Exit code 2 for a usage error, 1 for any other error.
 */
const COMMANDS: readonly Command[] = [
  orgCreate,
  orgSuspend,
  orgResume,
  userInvite,
  userCreate,
  membershipCreate,
  userResetSecondFactor,
  apiKeyCreate,
  apiKeyRevoke,
  appCreate,
  importSyntheaCommand,
  patientExport,
  erasuresList,
  erasuresRepeat,
  labConnectionCreate,
  labConnectionUpdate,
  labConnectionShow,
  labConnectionList,
  orderDestinationSave,
  labUnitMap,
  labSimulate,
  auditVerify,
  auditVerifyArchive,
  auditRestored,
  databaseMigrate,
  storageVerify,
  storageMigrate,
  backupCreate,
  backupList,
  backupVerify,
  backupRestore,
  keysList,
  keysAdd,
  keysRotate,
  keysRemove,
];

const say = (text: string): void => void process.stderr.write(`${text}\n`);

function show(value: object, indent = ''): string {
  return Object.entries(value)
    .filter(([, part]) => part !== null && part !== undefined)
    .map(([name, part]) =>
      typeof part === 'object' && !Array.isArray(part)
        ? `${indent}${name}\n${show(part as object, `${indent}  `)}`
        : `${indent}${name}  ${Array.isArray(part) ? part.join(', ') : String(part)}`,
    )
    .join('\n');
}

async function main(words: readonly string[]): Promise<number> {
  // The log goes to standard output, which is reserved for the created object.
  logger.level = 'silent';
  if (['help', '--help', '-h'].includes(words[0] ?? '')) {
    process.stdout.write(`${COMMANDS.map(usage).join('\n')}\n`);
    return 0;
  }
  let close: (() => Promise<void>) | undefined;
  try {
    const { command, given } = readArguments(words, COMMANDS);
    if (!command.withoutDatabase) close = await openDatabase((line) => say(`- ${line}`));
    const made = await command.run(given);
    process.stdout.write(`${given.json ? JSON.stringify(made) : (command.text?.(made) ?? show(made))}\n`);
    return command.exitCode?.(made) ?? 0;
  } catch (error) {
    return report(translateDatabaseError(error));
  } finally {
    await close?.();
  }
}

function report(error: unknown): number {
  if (error instanceof UsageError) {
    say(error.message);
    return 2;
  }
  if (isDomainError(error)) say(sentence(error));
  else if (isSentence(error)) say(error.message);
  else say(`The command failed: ${JSON.stringify(safeError(error))}`);
  return 1;
}

const isSentence = (error: unknown): error is Error =>
  error instanceof Error && ('isStartError' in error || 'isFolderError' in error || 'isBackupError' in error);

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));
process.exitCode = await main(process.argv.slice(2));
