import fs from 'node:fs';
import { it, beforeAll } from 'vitest';
import { testOrg, asSuperuser } from '../../support/database';
import { laboratory } from '../../support/intake';
import { sendWhole } from '../../support/laboratory';
import { processMessage } from '../../../server/domain/inbound-reports/filing/process-message';
import { systemContext } from '../../../server/shared/system-actor';

const DIR = '/work/shared/data/hl7v2-feeds/adt';
it('explore', async () => {
  const orgs = new Map();
  const out: string[] = [];
  for (const f of fs.readdirSync(DIR).sort()) {
    const bytes = fs.readFileSync(`${DIR}/${f}`);
    const msh = bytes.toString('latin1').split(/[\r\n]/)[0]!.split('|');
    const key = `${msh[2]}|${msh[3]}`;
    if (!orgs.has(key)) {
      const org = await testOrg();
      orgs.set(key, await laboratory(org, { kind: 'hospital_feed', create_patients: true, update_demographics: ['name','birth_date','sex','address','phone','email','identifiers','deceased'], name: key.slice(0, 50), processing_policy: 'go_live' }));
    }
    const lab = orgs.get(key);
    const { problem, stored } = await sendWhole(lab, bytes);
    if (problem) { out.push(`${f} ${problem.outcome} ${problem.reason}`); continue; }
    if (stored.state === 'duplicate') { out.push(`${f} duplicate`); continue; }
    const state = await processMessage(systemContext(lab.org.orgId, 'system'), stored.id);
    const rows = await asSuperuser(`select event,state,outcome,problem,fields::text,mrn,sent_at from inbound_patient_updates where message_id=$1 order by position`, [stored.id]);
    const w = await asSuperuser(`select warnings from inbound_messages where id=$1`, [stored.id]);
    out.push(`${f} ${state} ` + rows.map((r: any) => `[${r.event} ${r.state} ${r.outcome ?? ''} ${r.problem ?? ''} ${r.fields} ${r.mrn} ${r.sent_at?.toISOString?.() ?? r.sent_at}]`).join(' ') + ' W:' + w[0].warnings.map((x: any) => x.code + '@' + x.place).join(','));
  }
  fs.writeFileSync('/tmp/x/out.txt', out.join('\n'));
  const p = await asSuperuser(`select org_id, mrn, name->>'family' f, name->'given' g, birth_date::text b, sex, phones, emails, addresses, identifiers, deceased_at from patients where created_at > now() - interval '5 minutes' order by org_id, mrn`, []);
  fs.writeFileSync('/tmp/x/pat.txt', p.map((r: any) => JSON.stringify(r)).join('\n'));
}, 120000);
