import { Worker } from 'node:worker_threads';
import { DomainError } from '../../../errors/domain-error';
import { countStale } from '../../inbound-messages/stale-figures';
import { env } from '../../../env';
import type { Answer, Failure, Outcome, Task } from './tasks';

/** Runs tasks of one kind in sequence in one worker thread, which ends when idle. */

const IDLE_MS = 30_000;
/** Processing a report uses one connection; its audit and files may need another. */
const CONNECTIONS = 3;

export class TaskThread<Kind extends Task['kind']> {
  #thread: Worker | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;

  /** @param limitMs a task that takes longer fails, and its thread is terminated */
  constructor(
    private readonly file: () => URL,
    private readonly limitMs: number,
  ) {}

  run(task: Extract<Task, { kind: Kind }>, transfer: ArrayBuffer[] = []): Promise<Outcome[Kind]> {
    const turn = this.#last.then(() => this.#once(task, transfer));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async stop(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#thread?.terminate();
    this.#thread = null;
  }

  #once(task: Task, transfer: ArrayBuffer[]): Promise<Outcome[Kind]> {
    clearTimeout(this.#idle);
    const thread = (this.#thread ??= this.#open());
    return new Promise((resolve, reject) => {
      const lost = (error: Error) => {
        this.#thread = null;
        void thread.terminate();
        settle(() => reject(error));
      };
      const ended = () => lost(failed('ThreadEnded', 'thread_ended'));
      const timer = setTimeout(() => lost(failed('TooLong', 'too_long')), this.limitMs);
      const settle = (settled: () => void) => {
        clearTimeout(timer);
        thread.off('message', answered).off('error', lost).off('exit', ended);
        this.#idle = setTimeout(() => void this.stop(), IDLE_MS).unref();
        settled();
      };
      const answered = (answer: Answer<Kind>) => {
        countStale(answer.stale);
        settle(() => ('value' in answer ? resolve(answer.value) : reject(errorOf(answer.failure))));
      };
      thread.on('message', answered).on('error', lost).on('exit', ended);
      thread.postMessage(task, transfer);
    });
  }

  #open(): Worker {
    const thread = new Worker(this.file(), {
      // Without the web role: all connections are for tasks.
      workerData: { ...env, CLINICAL_ROLES: ['intake'], DATABASE_POOL: CONNECTIONS },
    });
    thread.unref();
    // Between tasks there is no other error listener.
    thread.on('error', () => undefined);
    return thread;
  }
}

const failed = (name: string, code: string): Error => Object.assign(new Error(name), { name, code });

function errorOf({ name, message, stack, code, problem }: Failure): Error {
  const error = Object.assign(new Error(message), { name, stack, ...(code === null ? {} : { code }) });
  return problem ? new DomainError(problem.code, problem.message, problem.extras, { cause: error }) : error;
}
