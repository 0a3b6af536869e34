import { verifyBackup, type Verified } from '../backup/verify-backup';
import { bundledMajor } from '../embedded/binaries';
import type { Command } from './arguments';
import { passphraseOf, showBytes } from './backup-settings';
import { counted } from './counts';
import { progress } from './progress';

/** Restores a backup into a scratch folder and checks it there. Exit code 1 if there are findings. */
export const backupVerify: Command = {
  name: 'backup verify',
  withoutDatabase: true,
  flags: {
    from: { value: 'DIR/NAME', required: true },
    scratch: { value: 'DIR' },
    'passphrase-file': { value: 'FILE' },
  },
  async run(given): Promise<Verified> {
    return verifyBackup({
      from: given.need('from'),
      scratch: given.get('scratch'),
      passphrase: await passphraseOf(given),
      ownMajor: bundledMajor(),
      log: (line) => process.stderr.write(`- ${line}\n`),
      progress: progress('MB'),
    });
  },
  exitCode: (made) => ((made as Verified).findings.length > 0 ? 1 : 0),
  text: (made) => describe(made as Verified),
};

function describe({ manifest, findings, notes, rows, documents }: Verified): string {
  return [
    ...findings.map((finding) => `FOUND ${finding}`),
    ...notes.map((note) => `Note: ${note}`),
    ...(manifest
      ? [
          `${counted(manifest.files.count, 'file')}, ${showBytes(manifest.files.bytes)}. ${counted(rows, 'row')}, ${counted(documents, 'document')}.`,
        ]
      : []),
    findings.length === 0
      ? 'The backup can be restored.'
      : `The backup is NOT good: ${counted(findings.length, 'finding')}. Use another one.`,
  ].join('\n');
}
