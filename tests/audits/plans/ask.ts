import pg from 'pg';
import type { Context } from '../../../server/shared/context';
import { LOADED, OF_FEW_ROWS } from './load';
import { fhirQuestions } from './fhir-questions';
import { questions, type Middle, type Question } from './questions';
import { explain, watched, type Plan } from './watch';

/** Runs every query and checks its plan: it must use an index, scan no table, and sort or discard few rows. */

/** The maximum number of rows sorted or discarded for a page; a patient's own orders are allowed. */
const MOST = 3_500;
/** For a search: the rows with the most common word used here, compared with each of its spellings. */
const MOST_RANKED = 25_000;

export interface Verdict {
  question: Question;
  milliseconds: number;
  discarded: number;
  sorted: number;
  indexes: string[];
  faults: string[];
}

export async function middleOf(admin: pg.Client, orgId: string, rows: number): Promise<Middle> {
  const n = Math.floor(rows / 2) + 17;
  const { rows: found } = await admin.query<Middle>(
    `SELECT o.id, p.id AS patient, to_char(p.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, p.birth_date::text, p.family_key,
            o.priority, o.ordering_user_id AS user_id, i.test_id, e.txid::text, e.id AS event_id, (SELECT txid::text FROM audit_events WHERE org_id = $1 AND id = o.id) AS act_txid, $2::int AS n,
            (SELECT patient_id FROM lab_orders WHERE org_id = $1 GROUP BY patient_id ORDER BY count(*) DESC LIMIT 1) AS busy,
            (SELECT id FROM lab_connections WHERE org_id = $1 ORDER BY id LIMIT 1) AS connection,
            (SELECT id FROM lab_orders WHERE org_id = $1 AND order_number = 'O500') AS busy_act
     FROM lab_orders o JOIN patients p ON p.org_id = o.org_id AND p.id = o.patient_id
     JOIN lab_order_items i ON i.org_id = o.org_id AND i.order_id = o.id JOIN events e ON e.org_id = o.org_id AND e.id = o.id
     WHERE o.org_id = $1 AND o.order_number = 'O' || $2::int`,
    [orgId, n],
  );
  return found[0]!;
}

export async function askAll(ctx: Context, middle: Middle): Promise<Verdict[]> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  const verdicts: Verdict[] = [];
  try {
    for (const question of [...questions(middle), ...fhirQuestions(middle)]) {
      const sent = await watched(() => question.run(ctx));
      const plans: Plan[] = [];
      for (const one of sent) plans.push(await explain(client, ctx.actor.orgId, one));
      verdicts.push(check(question, plans));
    }
  } finally {
    await client.end();
  }
  return verdicts;
}

function check(question: Question, plans: Plan[]): Verdict {
  const large = LOADED.filter((table) => !OF_FEW_ROWS.includes(table));
  const scanned = plans.flatMap((plan) => plan.scanned).filter((table) => large.includes(table));
  // False if no partition can have rows.
  const reads = plans.some((plan) => plan.nodes.some((node) => node['Relation Name']));
  const sorted = Math.max(0, ...plans.map((plan) => plan.sorted));
  const discarded = plans.reduce((sum, plan) => sum + plan.discarded, 0);
  const indexes = [...new Set(plans.flatMap((plan) => plan.indexes))];
  const most = question.ranks ? MOST_RANKED : MOST;
  const faults = [
    ...(scanned.length > 0 && !question.walks ? [`scans ${scanned.join(', ')}`] : []),
    ...(sorted > most ? [`sorts ${sorted} rows`] : []),
    ...(discarded > most && !question.walks ? [`throws ${discarded} rows away`] : []),
    ...(indexes.length === 0 && reads && !question.walks ? ['uses no index'] : []),
  ];
  const milliseconds = plans.reduce((sum, plan) => sum + plan.milliseconds, 0);
  return { question, milliseconds, discarded, sorted, indexes, faults };
}
