import { describe, expect, it } from 'vitest';
import { changeText } from '../../../components/admin/audit/audit-changes';
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
    expect(changeText({ field, was, is })).toBe(words);
  });

  it('have the labels of the settings form', () => {
    expect(settingsFields.places).toContainEqual(['/event_days', 'events', 'Events (days)']);
  });
});
