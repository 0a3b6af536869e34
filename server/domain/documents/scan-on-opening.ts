import { env } from '../../env';
import { DomainError } from '../../errors/domain-error';
import { Semaphore } from '../../jobs/semaphore';
import { logger } from '../../logger';
import { runScanner, type NoAnswer, type Verdict } from './run-scanner';
import { countScan } from './scan-figures';

/**
 * The malware scan of a file that is opened before it is filed. The queue of scans starts with filing, so the process
 * that serves the file scans it.
 */

/** Less than the time after which an idle connection is closed. */
const SCAN_TIMEOUT_MS = 20_000;

const scans = new Semaphore(
  2,
  8,
  () => new DomainError('unavailable', 'Too many files are being scanned. Try again.', { retry_after: 5 }),
);

type Scan = (path: string) => Promise<Verdict | NoAnswer>;

/**
 * Without `MALWARE_COMMAND` nothing is scanned, as for documents.
 * @param withFile calls the scan with the path of the file
 * @param logged names the file in the log
 * @throws DomainError `invalid_state` (malware), `unavailable`
 */
export async function assertClean(
  withFile: (scan: Scan) => ReturnType<Scan>,
  logged: Record<string, string>,
): Promise<void> {
  const command = env.MALWARE_COMMAND;
  if (!command) return;
  const outcome = await scans.run(() =>
    withFile((path) =>
      runScanner(command, path, { timeoutMs: SCAN_TIMEOUT_MS, signal: new AbortController().signal }),
    ),
  );
  countScan(typeof outcome === 'string' ? outcome : 'error');
  if (outcome === 'clean') return;
  if (outcome === 'infected')
    throw new DomainError('invalid_state', 'The file contains malware and cannot be opened.');
  logger.error(
    { ...logged, problem: outcome.problem },
    'the malware scan gave no result: check MALWARE_COMMAND',
  );
  throw new DomainError('unavailable', 'The malware scan gave no result. Try again.', { retry_after: 5 });
}
