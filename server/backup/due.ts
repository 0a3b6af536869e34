import { open } from 'node:fs/promises';
import path from 'node:path';
import { clusterFolder } from '../embedded/secrets';
import { CONTROL_FILE } from './cluster-files';

/** The latest time, in the time zone of the machine, at which a backup was due. */
export function lastDue(now: Date, hour: number): Date {
  const due = new Date(now);
  due.setHours(hour, 0, 0, 0);
  if (due > now) {
    due.setDate(due.getDate() - 1);
    due.setHours(hour, 0, 0, 0);
  }
  return due;
}

/** The system identifier: the first eight bytes of the control file, in the byte order of the machine. */
export async function clusterId(dataDir: string): Promise<string> {
  const file = await open(path.join(clusterFolder(dataDir), CONTROL_FILE), 'r');
  try {
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0);
    return buffer.readBigUInt64LE().toString();
  } finally {
    await file.close();
  }
}
