// Every script of the pages says on its first line that its functions are called as it loads (V8's explicit compile hints,
// Chromium 136 and later; elsewhere a comment). They are then compiled beside the page while they arrive, and not one
// after the other in the moment in which somebody wants to type: on a phone half of what blocked the page.
import fs from 'node:fs';
import path from 'node:path';
import { root } from './root.mjs';

const HINT = '//# allFunctionsCalledOnLoad\n';
const CHUNKS = path.join(root, '.next/static/chunks');

export function compileAhead() {
  for (const name of fs.readdirSync(CHUNKS, { recursive: true }).filter((one) => one.endsWith('.js'))) {
    const file = path.join(CHUNKS, name);
    const script = fs.readFileSync(file, 'utf8');
    if (!script.startsWith(HINT)) fs.writeFileSync(file, HINT + script);
  }
}
