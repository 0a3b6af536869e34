// One preparer at a time: two starts side by side must not install or build over each other.
import fs from 'node:fs';
import path from 'node:path';
import { root, say } from './root.mjs';

const file = path.join(root, 'dist', '.preparing');

/** Runs `body` while nobody else prepares; waits for whoever does. */
export async function whilePreparing(body) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  let told = false;
  while (!take()) {
    if (!told) say('Waiting for another start that installs or builds');
    told = true;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  process.on('exit', release);
  try {
    return await body();
  } finally {
    release();
    process.off('exit', release);
  }
}

function take() {
  const own = `${file}.${process.pid}`;
  fs.writeFileSync(own, String(process.pid));
  try {
    fs.linkSync(own, file); // appears with its content or not at all
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    removeIfStale();
    return false;
  } finally {
    fs.rmSync(own, { force: true });
  }
}

function removeIfStale() {
  const aside = `${file}.stale-${process.pid}`;
  if (isAlive(read(file))) return;
  try {
    fs.renameSync(file, aside);
    // Somebody was quicker and holds it now: it is put back.
    if (isAlive(read(aside))) fs.linkSync(aside, file);
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(error.code)) throw error;
  }
  fs.rmSync(aside, { force: true });
}

function read(at) {
  try {
    return Number(fs.readFileSync(at, 'utf8'));
  } catch {
    return 0;
  }
}

function isAlive(pid) {
  if (!pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
  if (process.platform !== 'linux') return true;
  // A pid may have been given to another program since, and a zombie prepares nothing.
  try {
    const state = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.[0];
    return state !== 'Z' && fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('node');
  } catch {
    return false;
  }
}

function release() {
  if (read(file) === process.pid) fs.rmSync(file, { force: true });
}
