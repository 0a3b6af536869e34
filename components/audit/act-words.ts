/**
 * What each word of the audit means, in a sentence that begins with who did it: first as it was done, then as it was
 * tried. One line for every act of the service; a test holds the table to the code.
 */
const ACTS: Readonly<Record<string, readonly [done: string, tried: string]>> = {
  // Patients
  get_patient: ['opened the record', 'open the record'],
  list_patients: ['saw the patient in a list or search', 'list or search patients'],
  create_patient: ['created the record', 'create a record'],
  update_patient: ['changed the record', 'change the record'],
  delete_patient: ['deleted the record', 'delete the record'],
  restore_patient: ['restored the deleted record', 'restore the deleted record'],
  list_deleted_patients: ['saw the patient among deleted records', 'list deleted records'],
  find_duplicates: ['was shown the patient as a possible duplicate', 'look for possible duplicates'],
  list_identities: ['saw name, birth date and MRN in a list', 'see names, birth dates and MRNs'],
  // Laboratory
  list_patient_results: ['listed the lab reports', 'list the lab reports'],
  get_lab_result: ['opened a lab report', 'open a lab report'],
  file_lab_result: ['filed a lab report', 'file a lab report'],
  process_inbound_report: ['matched a report that came in', 'match a report that came in'],
  list_unmatched_reports: ['listed reports that wait to be matched', 'list reports that wait to be matched'],
  get_unmatched_report: ['was shown the patient as one whose report it may be', 'open an unmatched report'],
  match_report: ['said whose a lab report is', 'say whose a lab report is'],
  park_report: ['put an unmatched report aside', 'put an unmatched report aside'],
  reject_report: ['rejected an unmatched report', 'reject an unmatched report'],
  rematch_lab_result: ['moved a lab report to another patient', 'move a lab report to another patient'],
  list_lab_codes: ['listed codes of laboratories', 'list codes of laboratories'],
  map_lab_code: ['said what a code of a laboratory means', 'say what a code of a laboratory means'],
  file_patient_history: ['imported earlier lab reports', 'import earlier lab reports'],
  list_lab_orders: ['listed lab orders', 'list lab orders'],
  get_lab_order: ['opened a lab order', 'open a lab order'],
  create_lab_order: ['ordered lab tests', 'order lab tests'],
  list_catalog: ['looked at the test catalog', 'look at the test catalog'],
  upsert_catalog: ['changed the test catalog', 'change the test catalog'],
  // Documents
  list_documents: ['listed documents', 'list documents'],
  get_document: ['opened the description of a document', 'open the description of a document'],
  download_document: ['opened or downloaded a document', 'open or download a document'],
  create_document: ['filed a document', 'file a document'],
  upload_document: ['sent the bytes of an announced document', 'send the bytes of an announced document'],
  find_document_copies: ['looked for copies of a file', 'look for copies of a file'],
  scan_document: ['checked a document for viruses', 'check a document for viruses'],
  expire_upload: ['gave up an announced document that never came', 'give up an announced document'],
  // Events and webhooks
  list_events: ['read the events feed', 'read the events feed'],
  list_webhooks: ['listed webhooks', 'list webhooks'],
  get_webhook: ['opened a webhook', 'open a webhook'],
  create_webhook: ['created a webhook', 'create a webhook'],
  delete_webhook: ['deleted a webhook', 'delete a webhook'],
  disable_webhook: ['switched a failing webhook off', 'switch a failing webhook off'],
  set_webhook_enabled: ['paused or resumed a webhook', 'pause or resume a webhook'],
  rotate_webhook_secret: ['rolled the secret of a webhook', 'roll the secret of a webhook'],
  send_test_event: ['sent a test event', 'send a test event'],
  list_deliveries: ['listed deliveries of a webhook', 'list deliveries of a webhook'],
  get_delivery: ['opened a delivery', 'open a delivery'],
  redeliver: ['sent a delivery again', 'send a delivery again'],
  // Keys and applications
  list_api_keys: ['listed API keys', 'list API keys'],
  create_api_key: ['created an API key', 'create an API key'],
  revoke_api_key: ['revoked an API key', 'revoke an API key'],
  get_api_key: ['opened an API key', 'open an API key'],
  update_api_key: ['changed an API key', 'change an API key'],
  rotate_api_key: ['rolled an API key', 'roll an API key'],
  set_oauth_app_domain: ['named the domain of an application', 'name the domain of an application'],
  check_oauth_app_domain: [
    'had the domain of an application checked',
    'have the domain of an application checked',
  ],
  list_oauth_apps: ['listed applications', 'list applications'],
  get_oauth_app: ['opened an application', 'open an application'],
  create_oauth_app: ['registered an application', 'register an application'],
  update_oauth_app: ['changed an application', 'change an application'],
  delete_oauth_app: ['deleted an application', 'delete an application'],
  rotate_oauth_app_secret: ['rolled the secret of an application', 'roll the secret of an application'],
  revoke_app_grants: ['disconnected an application for everybody', 'disconnect an application for everybody'],
  // Connecting applications
  authorize: ['began to connect an application', 'connect an application'],
  authorize_again: ['connected an application again, as allowed before', 'connect an application again'],
  get_consent_request: [
    'was asked whether an application may be connected',
    'see what an application asks for',
  ],
  hand_over_consent: ['passed a consent request on to the next sign-in', 'pass a consent request on'],
  get_consent_organisation: [
    'was told for which organisation an application asks',
    'see for which organisation an application asks',
  ],
  decide_consent: ['decided whether an application may be connected', 'decide on an application'],
  list_connected_apps: ['listed connected applications', 'list connected applications'],
  disconnect_app: ['disconnected an application', 'disconnect an application'],
  issue_tokens: ['asked for tokens', 'get tokens'],
  redeem_code: ['received its first tokens', 'exchange a code for tokens'],
  refresh_tokens: ['received new tokens', 'exchange a refresh token'],
  revoke_token: ['gave up a token', 'give up a token'],
  introspect_token: ['asked what a token is worth', 'ask what a token is worth'],
  // People and the organisation
  authenticate_api_key: ['showed the key', 'use the key'],
  sign_in: ['signed in', 'sign in'],
  sign_out: ['signed out', 'sign out'],
  create_user: ['added a person', 'add a person'],
  create_membership: ['made somebody a member', 'make somebody a member'],
  invite_person: ['invited a person', 'invite a person'],
  list_invitations: ['listed invitations', 'list invitations'],
  renew_invitation: ['sent an invitation again', 'send an invitation again'],
  revoke_invitation: ['withdrew an invitation', 'withdraw an invitation'],
  accept_invitation: ['accepted an invitation', 'accept an invitation'],
  list_people: ['listed the people', 'list the people'],
  list_colleagues: ['listed colleagues', 'list colleagues'],
  get_person: ['opened the entry of a person', 'open the entry of a person'],
  change_role: ['changed the role of a person', 'change the role of a person'],
  end_membership: ['deactivated a person', 'deactivate a person'],
  create_password_reset: ['made a link to a new password', 'make a link to a new password'],
  restore_membership: ['reactivated a person', 'reactivate a person'],
  end_member_sessions: ['signed a person out everywhere', 'sign a person out everywhere'],
  list_delegations: ['listed delegations', 'list delegations'],
  set_delegation: ['named a delegate', 'name a delegate'],
  end_delegation: ['ended a delegation', 'end a delegation'],
  get_organisation_settings: ['opened the settings', 'open the settings'],
  update_organisation_settings: ['changed the settings', 'change the settings'],
  // One's own sign-in
  change_password: ['changed the own password', 'change the own password'],
  request_password_reset: ['asked for a link to a new password', 'ask for a link to a new password'],
  reset_password: ['set a new password by a link', 'set a new password by a link'],
  get_session_state: ['asked whether the session is still open', 'ask about the session'],
  extend_session: ['went on with the session', 'go on with the session'],
  list_sessions: ['listed the own sessions', 'list the own sessions'],
  end_session: ['ended a session', 'end a session'],
  end_other_sessions: ['ended all other sessions', 'end all other sessions'],
  list_own_organisations: ['listed the own organisations', 'list the own organisations'],
  switch_organisation: ['switched to this organisation', 'switch the organisation'],
  save_draft: ['kept a draft', 'keep a draft'],
  get_draft: ['took a draft up again', 'take a draft up again'],
  discard_draft: ['discarded a draft', 'discard a draft'],
  step_up: ['proved again who they are', 'prove again who they are'],
  get_second_factor: ['looked at the own second factors', 'look at the own second factors'],
  begin_totp: ['began to set up an authenticator app', 'set up an authenticator app'],
  confirm_totp: ['set up an authenticator app', 'set up an authenticator app'],
  remove_totp: ['removed the authenticator app', 'remove the authenticator app'],
  begin_passkey: ['began to add a passkey', 'add a passkey'],
  add_passkey: ['added a passkey', 'add a passkey'],
  remove_passkey: ['removed a passkey', 'remove a passkey'],
  create_recovery_codes: ['made new recovery codes', 'make new recovery codes'],
  use_recovery_code: ['used a recovery code', 'use a recovery code'],
  reset_second_factor: ['removed the second factors of a person', 'remove the second factors of a person'],
  create_organisation: ['created the organisation', 'create the organisation'],
  suspend_organisation: ['suspended the organisation', 'suspend the organisation'],
  resume_organisation: ['resumed the organisation', 'resume the organisation'],
  // The audit itself
  list_patient_access: ['read the access log', 'read the access log'],
  list_audit_events: ['read the audit', 'read the audit'],
  list_audit_actors: [
    'was offered the names for a filter of the audit',
    'see the names for a filter of the audit',
  ],
  // Requests that came to no act
  count_request: ['asked more often than the limit allows', 'ask more often than the limit allows'],
  open_page: ['opened a page', 'open a page'],
  unknown_path: ['asked for an address that does not exist', 'reach an address that does not exist'],
};

/** Reasons of refusals as people say them. The others keep the word of the contract, which its documentation explains. */
const REASONS: Readonly<Record<string, string>> = {
  insufficient_scope: 'the right was missing',
  forbidden: 'the role does not allow it',
  ip_not_allowed: 'the address is not allowed',
  not_found: 'there was nothing of the kind to see',
  rate_limited: 'the limit of requests was reached',
  validation_failed: 'the input was not valid',
  version_mismatch: 'the record had changed since it was read',
  invalid_credentials: 'the credential no longer held',
  token_expired: 'the credential had expired',
  patient_not_found: 'there is no such patient',
  patient_not_active: 'the record is not active',
  invalid_state: 'the state does not allow it',
  invalid_cursor: 'the page of the list was not known',
  internal_error: 'the service failed',
  unavailable: 'the service was not available',
  access_denied: 'it was not allowed',
};

export const hasWords = (action: string): boolean => Object.hasOwn(ACTS, action);

interface Told {
  action: string;
  outcome: 'allowed' | 'refused' | 'failed';
  code: string | null;
}

/** "opened the record" · "tried to open the record: refused, the right was missing". */
export function actWords({ action, outcome, code }: Told): string {
  // An act without words is shown by its own word, never hidden.
  const [done, tried] = ACTS[action] ?? [`did: ${action}`, `do: ${action}`];
  if (outcome === 'allowed') return done;
  const reason = code === null ? '' : `, ${REASONS[code] ?? code}`;
  return `tried to ${tried}: ${outcome === 'refused' ? 'refused' : 'failed'}${reason}`;
}
