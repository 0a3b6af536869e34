import { expect, test } from '@playwright/test';
import { checkPage } from './support/page-checks';

/** The accessibility check finds planted errors, also those that exist only at one width. */

const PHONE_ONLY = '@media (max-width: 400px)';
const FAULTS: [rule: string, where: string, style: string, body: string][] = [
  ['color-contrast', 'at 1280', 'p { color: #aaa }', '<p>Grey</p>'],
  ['color-contrast', 'at 390', `${PHONE_ONLY} { p { color: #aaa } }`, '<p>Grey</p>'],
  ['color-contrast', 'at 390', `${PHONE_ONLY} { div { background: #555 } }`, '<div><p>On dark</p></div>'],
  [
    'color-contrast',
    'at 390',
    `b { display: none; color: #aaa } ${PHONE_ONLY} { b { display: block } }`,
    '<b>New</b>',
  ],
  ['label', 'at 1280', '', '<input>'],
  ['heading-order', 'at 1280', '', '<h3>Too low</h3>'],
  [
    'heading-order',
    'at 390',
    `h2 { font-size: 1em } ${PHONE_ONLY} { h2 { display: none } }`,
    '<h2>Two</h2><h3>Three</h3>',
  ],
  [
    'target-size',
    'at 390',
    `button { width: 60px; height: 30px } ${PHONE_ONLY} { button { width: 12px; height: 12px; padding: 0; border: 0; display: block } }`,
    '<button aria-label="One"></button><button aria-label="Two"></button>',
  ],
];

test(
  'accessibility check detects planted problems at their screen width',
  { tag: '@nightly' },
  async ({ page }) => {
    for (const [rule, where, style, body] of FAULTS) {
      await page.setContent(
        `<!doctype html><html lang="en"><title>Faults</title><style>${style}</style><main><h1>One</h1>${body}</main>`,
      );
      const seen = await checkPage(page, true).then(
        () => 'nothing',
        (error: Error) => error.message,
      );
      expect(seen).toContain(`axe ${where}`);
      expect(seen).toContain(`${rule}:`);
    }
  },
);
