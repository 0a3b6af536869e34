/**
 * IDs in examples; all data is made up. Tests send the examples unchanged, except that they replace the IDs of the
 * first list with those of a new test organization: an example that must refer to an existing resource has to use an ID
 * of that list.
 */
export const EXAMPLE_IDS = {
  patient: 'pat_01m6dp2bt0evft7q5ey2n1pq6c',
  /** A patient without open orders. */
  spare: 'pat_01m6dp47c8fpfbaxdgjkc31trf',
  order: 'ord_01m6dp62ygfhxrq0d062eckztj',
  /** Without results. */
  openOrder: 'ord_01m6dqc5t2f8x9b3k7s1d4g6hj',
  result: 'res_01m6dp7ygrebx90cqtv4fyp33d',
  test: 'tst_01m6dp9t30ed6vy31n5h59wdbn',
  document: 'doc_01m6dpbnn8enqt07q5ass9jkdx',
  webhook: 'wh_01m6dpdh7gfnea34yf8ydpy9k7',
  delivery: 'dlv_01m6dqa3x8e1vb7k5s9d2c4f6g',
  export: 'exp_01m6dqe8w4fk2t6p9r3v7x1y5c',
  user: 'usr_01m6dph8c0f55rwqbd3bdz7w3m',
} as const;

/** Of the export. */
export const EXAMPLE_FILE = 'patients-1';

/** IDs that appear only in responses. */
export const ANSWER_IDS = {
  event: 'evt_01m6dpfcsrezfag0xvx04n22nj',
  key: 'key_01m6dpk3y8e7qsbtm8weqxrvff',
  organization: 'org_01m6dpmzggf3ms3rzmwhj14z77',
  observation: 'obs_01m6dppv2retkbss0gtwhj3a0k',
  request: 'req_01m6dptj78f8dss0pnzmfgk6j8',
  item: 'itm_01m6dpwdsge3qs8ebby89p2ebf',
  panel: 'pnl_01m6dpy9brfyy9xc5rcy7djthm',
  /** The organization's one catalog. */
  catalog: 'cat_01m6dpmzggf3ms3rzmwhj14z77',
  merge: 'mrg_01m6dpcgxwf4m8h2s6k0q3v7ta',
  message: 'msg_01m6dq2c4hf0a8k6v3n9t5x1we',
  inboundReport: 'rpt_01m6dq1b7rf3tbjv2p4m9x6k0e',
  auditEvent: 'aud_01m6dq3v8tfsk9c0h2n5w7y4mr',
} as const;
