import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { TRAVERSALS } from '../../support/traversals';
import type { Finding } from './report';
import type { Setup } from './setup';

/** D-12: the system calls of the service that open files, while names and IDs try to escape the store. */

const CALLS =
  'open,openat,openat2,creat,mkdir,mkdirat,rename,renameat,renameat2,unlink,unlinkat,rmdir,link,linkat,symlink,symlinkat,truncate,chmod,fchmodat';

export async function paths(setup: Setup): Promise<Finding[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'clinical-strace-'));
  const log = path.join(folder, 'calls');
  const tracer = spawn(
    'strace',
    ['-f', '-s', '8192', '-e', `trace=${CALLS}`, '-o', log, '-p', String(setup.pid)],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  try {
    // strace reports when it is attached to all threads.
    await once(tracer.stderr, 'data');
    const { taken, answers } = await send(setup);
    const linked = await throughLink(setup, folder);
    const ended = once(tracer, 'exit');
    tracer.kill('SIGINT');
    await ended;
    return check(setup, folder, await readFile(log, 'latin1'), { taken, answers, linked });
  } finally {
    if (tracer.exitCode === null && tracer.signalCode === null) tracer.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
}

const post = async (setup: Setup, name: string, place: number): Promise<number> => {
  const headers = { Authorization: `Bearer ${setup.key}` };
  const json = { patient_id: setup.patientId };
  const text = Buffer.from('a note');
  const form = new FormData();
  form.append('metadata', JSON.stringify(json));
  form.append('file', new Blob([text]), name);
  const inline = JSON.stringify({ ...json, content: { data: text.toString('base64'), file_name: name } });
  const request =
    place % 2 === 0
      ? { body: form, headers }
      : { body: inline, headers: { ...headers, 'Content-Type': 'application/json' } };
  const answer = await fetch(`${setup.url}/v1/documents`, { method: 'POST', ...request });
  await answer.arrayBuffer();
  return answer.status;
};

async function send(setup: Setup) {
  const headers = { Authorization: `Bearer ${setup.key}` };
  const answers = new Map<number, number>();
  let taken = 0;
  const count = (status: number) => void answers.set(status, (answers.get(status) ?? 0) + 1);
  for (const [place, form] of TRAVERSALS.entries()) {
    const status = await post(setup, form, place);
    count(status);
    if (status === 201) taken++;
    const spelt = place % 2 ? form : encodeURIComponent(form);
    for (const url of [
      `/v1/documents/${spelt}/content`,
      `/v1/documents/${spelt}`,
      `/content/${spelt}`,
      `/uploads/${spelt}`,
    ]) {
      if (/[\0\r\n]/.test(url)) continue;
      const method = url.startsWith('/uploads') ? 'PUT' : 'GET';
      const answer = await fetch(setup.url + url, {
        method,
        headers,
        ...(method === 'PUT' ? { body: 'x' } : {}),
      }).catch(() => null);
      await answer?.arrayBuffer();
      if (answer) count(answer.status);
    }
  }
  return { taken, answers };
}

/** Replaces every folder of an organization with a link to another place. Returns the response and the files there. */
async function throughLink(setup: Setup, folder: string) {
  const own = (await readdir(setup.root))
    .filter((name) => name !== 'staged')
    .map((name) => path.join(setup.root, name));
  const target = path.join(folder, 'outside');
  for (const place of own) {
    await rename(place, `${place}.away`);
    await symlink(folder, place);
  }
  try {
    const status = await post(setup, 'a.txt', 0);
    const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter(
      (entry) => entry.isFile() && entry.name !== 'calls',
    );
    return { status, files: files.length, target };
  } finally {
    for (const place of own) {
      await rm(place);
      await rename(`${place}.away`, place);
    }
  }
}

interface Seen {
  taken: number;
  answers: Map<number, number>;
  linked: { status: number; files: number };
}

function check(setup: Setup, folder: string, log: string, { taken, answers, linked }: Seen): Finding[] {
  const outside = new Set<string>();
  let written = 0;
  let opened = 0;
  const data = path.dirname(setup.root);
  // The audit anchors are not documents.
  const allowed = (file: string) =>
    file === setup.root ||
    file.startsWith(`${setup.root}/`) ||
    file.startsWith(path.join(data, 'audit-anchor.jsonl')) ||
    file === '/dev/null';
  for (const line of log.split('\n')) {
    const [, call, rest] = /^\d+ +(\w+)\((.*)$/.exec(line) ?? [];
    if (!call || !rest) continue;
    const writes = !call.startsWith('open') || /O_WRONLY|O_RDWR|O_CREAT|O_TRUNC/.test(rest);
    if (!writes) {
      opened++;
      if (/"[^"]*(etc\/passwd|win\.ini)/.test(rest)) outside.add(rest.slice(0, 120));
      continue;
    }
    written++;
    for (const [, file] of rest.matchAll(/"((?:[^"\\]|\\.)*)"/g)) {
      // Creating a folder of the store also checks its parents; one of our links leads to the audit's own folder.
      if (
        !allowed(file!) &&
        !(call.startsWith('mkdir') && setup.root.startsWith(file!)) &&
        !file!.startsWith(folder)
      )
        outside.add(`${call} ${file!.slice(0, 100)}`);
    }
  }
  const statuses = [...answers].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
  return [
    {
      name: `${TRAVERSALS.length} forms as names and ids, under strace`,
      measured: `${taken} taken (${statuses.join(', ')}), ${opened} opened to read, ${written} calls that write; outside: ${[...outside].slice(0, 5).join('; ') || 'none'}`,
      goal: 'nothing is written outside of the store, no 5xx',
      met:
        outside.size === 0 &&
        written >= 3 * taken &&
        taken > 150 &&
        ![...answers.keys()].some((status) => status >= 500),
    },
    {
      name: 'folders exchanged for links',
      measured: `answered ${linked.status}, ${linked.files} files behind the link`,
      goal: '500 and no file',
      met: linked.status === 500 && linked.files === 0,
    },
  ];
}
