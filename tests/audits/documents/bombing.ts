import { cpuMs } from '../../support/processor';
import { bombs } from './bombs';
import type { Finding } from './report';
import { peakGrowth, type Setup } from './setup';

/** D-10: archives and files that expand without end are checked in limited processor time and memory. */

const BAR_MS = 2_000;
const BAR_MB = 256;

export async function bombing(setup: Setup, limit: number): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, bytes } of await bombs(limit)) {
    let status = 0;
    const began = await cpuMs(setup.pid);
    const since = performance.now();
    const { before, grown } = await peakGrowth(setup.pid, async () => {
      const body = new FormData();
      body.append('metadata', JSON.stringify({ patient_id: setup.patientId }));
      body.append('file', new Blob([bytes as BlobPart]), 'bomb');
      const headers = { Authorization: `Bearer ${setup.key}` };
      const answer = await fetch(`${setup.url}/v1/documents`, { method: 'POST', body, headers });
      ({ status } = answer);
      const { content_url } = (await answer.json()) as { content_url?: string };
      if (content_url) await (await fetch(content_url)).arrayBuffer();
    });
    const wall = performance.now() - since;
    const cpu = (await cpuMs(setup.pid)) - began;
    findings.push({
      name,
      measured: `${status}, ${cpu.toFixed(0)} ms of processor in ${wall.toFixed(0)} ms, ${(before + grown).toFixed(0)} MB`,
      goal: `201 or 415, at most ${BAR_MS} ms and ${BAR_MB} MB`,
      met: [201, 415].includes(status) && cpu <= BAR_MS && before + grown <= BAR_MB,
    });
  }
  return findings;
}
