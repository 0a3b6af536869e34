declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  /** The part of the load generator that the benchmark uses; the package has no types. */
  interface Options {
    url: string;
    connections: number;
    duration: number;
    method?: string;
    headers?: Record<string, string>;
    body?: string;
    requests?: { path: string }[];
    /** Replaces `[<id>]` with a new word in each request. */
    idReplacement?: boolean;
  }
  interface Result {
    duration: number;
    '2xx': number;
    non2xx: number;
    errors: number;
    timeouts: number;
  }
  export default function autocannon(options: Options, done: (error: Error | null, result: Result) => void): EventEmitter & { stop(): void };
}
