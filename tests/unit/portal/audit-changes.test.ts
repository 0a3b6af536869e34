import { describe, expect, it } from 'vitest';
import { changedField, changeText, factText } from '../../../components/admin/audit/audit-changes';
import { fieldText } from '../../../server/domain/audit-log/rules';
import { formatIn } from '../../../components/format/format';
import { settingsFields } from '../../../components/admin/settings/settings-fields';

describe('changed values of an audit entry', () => {
  it.each([
    ['second_factor', 'optional', 'everyone', 'Second factor: optional → required for all users'],
    ['audit_retention_years', 7, 1, 'Audit log: 7 years → 1 year'],
    ['key_max_days', null, 90, 'Maximum lifetime of API keys: no limit → 90 days'],
    ['hide_names', false, true, 'Browser tab titles: with patient name → without patient name'],
    ['paper_size', 'a4', 'letter', 'Paper size: A4 (210 × 297 mm) → US Letter (8.5 × 11 in)'],
    ['time_zone', 'UTC', 'Europe/Berlin', 'Time zone: UTC → Europe/Berlin'],
    ['single_sign_on', 'on', 'enforced', 'Single sign-on: on → enforced'],
    ['role', 'viewer', 'admin', 'Role: viewer → administrator'],
    ['name', 'Ann Li', 'Anna Li', 'Name: Ann Li → Anna Li'],
    ['unknown_field', null, 3, 'Unknown field: none → 3'],
  ])('of %s are shown in the words of the form', (field, was, is, words) => {
    expect(changeText({ field, was, is }, 'update_organization_settings')).toBe(words);
  });

  it.each([
    ['update_lab_connection', 'idle_minutes', 10, 5, 'Idle time before closing (minutes): 10 → 5'],
    ['update_lab_connection', 'tls', true, false, 'TLS: yes → no'],
    [
      'update_lab_connection',
      'update_mode',
      'replace_panel',
      'merge_lines',
      'Update mode: all results of the panel → changed results only',
    ],
    ['update_lab_connection', 'silence_hours', null, 4, 'Silence before an alert (hours): none → 4'],
    ['update_api_key', 'ip_allow_list', null, '192.0.2.0/24', 'Allowed addresses: none → 192.0.2.0/24'],
    ['update_api_key', 'rate_limit', null, 120, 'Requests per minute: default (600) → 120'],
    [
      'update_webhook',
      'url',
      'https://a.example/',
      'https://b.example/?…',
      'URL: https://a.example/ → https://b.example/?…',
    ],
  ])('of %s, %s have the words of its form', (action, field, was, is, words) => {
    expect(changeText({ field, was, is }, action)).toBe(words);
  });

  it('of a new key are its permissions, end and overlap', () => {
    const format = formatIn('UTC');
    const text = (field: string, value: string | number | null) => factText({ field, value }, format);
    expect(text('scopes', 'labs:read, patients:read')).toBe('Permissions: labs:read, patients:read');
    expect(text('expires_at', '2027-01-02T03:04:00.000Z')).toMatch(/^Expires: 02-Jan-2027/);
    expect(text('expires_at', null)).toBe('Expires: never');
    expect(text('overlap_hours', 24)).toBe('Overlap: 24 hours');
    expect(text('key_ending', 'x7Qa')).toBe('Key ending: x7Qa');
  });

  it('of a restricted chart is the restriction, in the words of its dialog', () => {
    expect(factText({ field: 'restriction', value: 'staff' }, formatIn('UTC'))).toBe(
      'Restriction: member of staff',
    );
  });

  it('name changed fields as their form does', () => {
    expect(changedField({ field: 'audit_retention_years' }, 'update_organization_settings')).toBe(
      'audit log',
    );
    expect(changedField({ field: 'idle_minutes' }, 'update_lab_connection')).toBe(
      'idle time before closing (minutes)',
    );
  });

  it('name rejected fields in words', () => {
    expect(['birth_date', 'name.family', 'mrn', 'ip_allow_list'].map(fieldText)).toEqual([
      'birth date',
      'family name',
      'MRN',
      'allowed addresses',
    ]);
  });

  it('have the labels of the settings form', () => {
    expect(settingsFields.places).toContainEqual(['/event_days', 'events', 'Events (days)']);
  });
});
