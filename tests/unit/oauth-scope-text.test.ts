import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { missingScopeWords, SCOPES, SCOPE_WORDS } from '../../server/shared/scopes';
import { readScopeText, scopeText } from '../../server/domain/oauth/scope-text';

/** A-08 at authorize and token: one form of the text; everything else is rejected without interpretation. */

describe('missing abilities of an application', () => {
  it('never include reading patients when it may change them', () => {
    expect(missingScopeWords('patients:read', ['patients:write'])).not.toMatch(/names|birth dates/);
    expect(missingScopeWords('patients:read', ['labs:read'])).toBe(SCOPE_WORDS['patients:read']);
    expect(missingScopeWords('labs:read', ['patients:write'])).toBe(SCOPE_WORDS['labs:read']);
    expect(SCOPE_WORDS['patients:write']).toContain('view the edited records');
  });
});

describe('OAuth scope', () => {
  it('is accepted in any order', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...SCOPES], { minLength: 1 }), (scopes) => {
        expect(readScopeText(scopeText(scopes))).toEqual(scopes);
      }),
    );
  });

  it('is rejected in every other form', () => {
    const forms = SCOPES.flatMap((scope) => [
      ` ${scope}`,
      `${scope} `,
      `${scope}\n`,
      `\t${scope}`,
      `${scope}\0`,
      `${scope}\u200b`,
      `"${scope}"`,
      scope.toUpperCase(),
      scope.replace(':', '.'),
      scope.replace(':', '：'),
      scope.replace('e', 'е'),
      `${scope} ${scope}`,
      `${scope}  labs:read`,
      `${scope},labs:read`,
      `${scope}+labs:read`,
      `${scope}*`,
      `${scope} openid`,
      `${scope} offline_access`,
      `${scope} __proto__`,
      `["${scope}"]`,
    ]);
    for (const text of [...forms, '', ' ', '*', 'all', 'constructor', 'toString', '__proto__'])
      expect(readScopeText(text), JSON.stringify(text)).toBeNull();
  });

  it('is never widened', () => {
    const piece = fc.oneof(fc.constantFrom<string>(...SCOPES), fc.string({ maxLength: 12 }));
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 5 }), (words) => {
        const read = readScopeText(words.join(' '));
        if (read) expect(words.join(' ').split(' ')).toEqual(read);
      }),
    );
  });
});
