import { describe, expect, it } from 'vitest';
import { assertFields, urlHint } from '../../../components/admin/webhooks/webhook-fields';
import type { TypedRules } from '../../../server/data-types/webhook-url';

const RULES: TypedRules = {
  allowHttp: false,
  allowPorts: [443, 8443],
  ownOrigins: [],
  hasExceptions: false,
};

describe('form of a webhook', () => {
  it('has the allowed ports and schemes in its hint', () => {
    expect(urlHint(RULES)).toBe('A public https URL on port 443 or 8443.');
    expect(urlHint({ ...RULES, allowPorts: [443, 8443, 9443] })).toBe(
      'A public https URL on port 443, 8443 or 9443.',
    );
    expect(urlHint({ ...RULES, allowHttp: true, hasExceptions: true })).toBe(
      'An http or https URL on port 443 or 8443.',
    );
  });

  it('reports all its errors at once', () => {
    const pointers = (part: Parameters<typeof assertFields>[0]): string[] => {
      try {
        assertFields(part, RULES);
        return [];
      } catch (problem) {
        return (problem as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer);
      }
    };
    expect(pointers({ url: 'http://localhost', events: [] })).toEqual(['/url', '/events']);
    expect(pointers({ url: null, events: [] })).toEqual(['/events']);
    expect(pointers({ url: 'https://example.org/hook', events: ['*'] })).toEqual([]);
  });
});
