// Lock for installing and building: two starts must not overwrite each other's results.
import fs from 'node:fs';
import path from 'node:path';
import { root, say } from './root.mjs';

const file = path.join(root, 'dist', '.preparing');

export async function whilePreparing(body) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  let announced = false;
  while (!take()) {
    if (!announced) say('Waiting for another start that installs or builds');
    announced = true;
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
    fs.linkSync(own, file); // atomic: the lock appears with its content or not at all
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
    // Another process took the lock in between: restore it.
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
  // The pid may have been reused, and a zombie does not count.
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
