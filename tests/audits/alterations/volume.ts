import { spawn } from 'node:child_process';
import { addOrganization, type AuditDatabase } from './audit-database';
import { sealerFigures, startSealer } from '../../../server/audit/sealer';

/**
 * H-06: time of the sealer and of `audit verify` for a long audit log, with its memory. Rows come in transactions of
 * one to seven, as in operations; the sealer uses its normal batches.
 */

export interface VolumeFigures {
  rows: number;
  sealSeconds: number;
  verifySeconds: number;
  /** Peak resident memory of the verifier, MB. */
  peakMegabytes: number | null;
  /** Its processor time, more reliable than the clock on a shared machine. */
  cpuSeconds: number | null;
  /** Last output of the verifier. */
  reported: string;
  exitCode: number | null;
}

const FILL = `
  do $do$ declare n int := 0; size int; org uuid := '<org>'; begin
    while n < <rows> loop
      size := least(1 + n % 7, <rows> - n);
      insert into audit_events (org_id, id, at, actor, transport, action, kind, outcome, code, object_kind, object_id, patient_ids, request_id, ip, detail)
        select org, uuidv7(), clock_timestamp(), 'key_01k00000000000000000000000', 'v1', (array['get_patient', 'list_patients', 'create_document'])[m % 3 + 1],
          (array['read', 'list', 'write'])[m % 3 + 1], case when m % 50 = 0 then 'refused' else 'allowed' end, case when m % 50 = 0 then 'not_found' end,
          'patient', case when m % 3 <> 1 then gen_random_uuid() end, case when m % 3 = 1 then array(select gen_random_uuid() from generate_series(1, 25)) else array[gen_random_uuid()] end,
          'req_01k0000000000000000' || m, '203.0.113.7', case m % 3 when 1 then '{"count": 25}' when 2 then '{"size": 48213, "fields": ["name", "birth_date"]}' end::jsonb
        from generate_series(n, n + size - 1) m;
      n := n + size;
      commit;
    end loop;
  end $do$`;

export async function sealAndVerify(
  database: AuditDatabase,
  rows: number,
  say: (sentence: string) => void,
): Promise<VolumeFigures> {
  const org = await addOrganization(database.superuser, 'volume');
  await database.superuser.query('set synchronous_commit = off');
  await database.superuser.query(FILL.replaceAll('<rows>', String(rows)).replace('<org>', org));
  await database.superuser.query('vacuum analyze audit_events');

  say('Sealing');
  let began = performance.now();
  const sealer = startSealer({ everyMs: 5, anchorFile: database.anchorFile });
  while (sealerFigures()!.rows < rows) await new Promise((resolve) => setTimeout(resolve, 50));
  const sealSeconds = (performance.now() - began) / 1000;
  await sealer.stop();

  say('Verifying');
  began = performance.now();
  const verified = await runVerify(database);
  const verifySeconds = (performance.now() - began) / 1000;
  return { rows, sealSeconds, verifySeconds, ...verified };
}

/** The operator's tool in a separate process. */
async function runVerify(
  database: AuditDatabase,
): Promise<Pick<VolumeFigures, 'reported' | 'exitCode' | 'peakMegabytes' | 'cpuSeconds'>> {
  const said = `process.on('exit', () => process.stderr.write('\\nPEAK ' + process.resourceUsage().maxRSS + ' ' + process.cpuUsage().user))`;
  const child = spawn(
    process.execPath,
    [
      '--import',
      `data:text/javascript,${encodeURIComponent(said)}`,
      'dist/admin.mjs',
      'audit',
      'verify',
      '--org',
      'all',
      '--anchor',
      database.anchorFile,
    ],
    {
      env: { ...process.env, ...database.settings, NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let [reported, aside] = ['', ''];
  child.stdout.on('data', (part: Buffer) => (reported += part.toString()));
  child.stderr.on('data', (part: Buffer) => (aside += part.toString()));
  const exitCode = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const [, peak, user] = /PEAK (\d+) (\d+)/.exec(aside) ?? [];
  return {
    reported: reported.trim() || aside.slice(-500),
    exitCode,
    peakMegabytes: peak ? Math.round(Number(peak) / 1024) : null,
    cpuSeconds: user ? Number(user) / 1e6 : null,
  };
}
