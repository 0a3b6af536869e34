/** Names that are known to lead astray, alone and in company. */
const STEPS = [
  '..',
  '...',
  '. .',
  '%2e%2e',
  '%252e%252e',
  '..%00',
  '%c0%ae%c0%ae',
  '\uFF0E\uFF0E',
  '..;',
  '.%2e',
];
const SLASHES = ['/', '\\', '//', '%2f', '%5c', '%252f', '\u2215', '%c0%af'];
const GOALS = ['etc/passwd', 'staged', 'C:\\Windows\\win.ini'];
export const TRAVERSALS = [
  ...STEPS.flatMap((step) =>
    SLASHES.flatMap((slash) => GOALS.slice(0, 2).map((goal) => `${step}${slash}`.repeat(3) + goal)),
  ),
  ...GOALS.flatMap((goal) => [
    `/${goal}`,
    `file:///${goal}`,
    `\\\\host\\${goal}`,
    `~/${goal}`,
    `${goal}\u0000.pdf`,
  ]),
  ...[
    '.',
    '..',
    './',
    '../',
    '.htaccess',
    'CON',
    'aux.pdf',
    '-rf',
    '$(id)',
    '`id`',
    '|id',
    'a;id',
    'a\nb',
    'a\rb',
  ],
  ...[
    '\u202Efdp.exe',
    'x'.repeat(5000),
    `${'../'.repeat(200)}etc/passwd`,
    '%',
    '%%',
    '\u0000',
    '*',
    '?',
    'a:stream',
    'NUL',
    'LPT1.txt',
    '\u2024\u2024/etc/passwd',
    '/proc/self/environ',
  ],
];
