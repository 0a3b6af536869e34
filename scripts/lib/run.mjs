// Runs npm and the tools in node_modules as child processes, without a shell.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { root } from './root.mjs';

/**
 * Runs a program to its end and forwards our termination to it, so that no child outlives its script.
 * @returns exit code
 */
function run(command, args, { env = {}, quietStdout = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      // Sends a build's standard output to standard error if ours belongs to the tool that runs afterwards.
      stdio: ['inherit', quietStdout ? process.stderr : 'inherit', 'inherit'],
      env: clean({ ...process.env, ...env }),
    });
    const pass = (signal) => child.kill(signal);
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, pass);
    const settle = () => signals.forEach((signal) => process.off(signal, pass));
    child.once('error', (error) => (settle(), reject(error)));
    child.once('exit', (code, signal) => {
      settle();
      // Ended by a signal that this process should get as well: exit the same way.
      if (signal) process.exit(130);
      resolve(code ?? 1);
    });
  });
}

const clean = (env) => Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined));

/** Runs a JavaScript file with this Node. */
export const node = (file, args, options) => run(process.execPath, [file, ...args], options);

const BINARIES = {
  next: 'next/dist/bin/next',
  oxlint: 'oxlint/bin/oxlint',
  oxfmt: 'oxfmt/bin/oxfmt',
  tsc: 'typescript/bin/tsc',
  vitest: 'vitest/vitest.mjs',
  playwright: '@playwright/test/cli.js',
  'drizzle-kit': 'drizzle-kit/bin.cjs',
  knip: 'knip/bin/knip.js',
  depcruise: 'dependency-cruiser/bin/dependency-cruise.mjs',
};

export const tool = (name, args, options) =>
  node(path.join(root, 'node_modules', BINARIES[name]), args, options);

export function npm(args, options) {
  // Under `npm start` the npm that was called; otherwise the one in PATH.
  const cli = process.env.npm_execpath;
  if (cli && /npm-cli\.c?js$/.test(cli)) return node(cli, args, options);
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, options);
}
