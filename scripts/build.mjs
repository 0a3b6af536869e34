// npm run build: both builds, always.
import { prepare } from './lib/prepare.mjs';
import { main } from './lib/root.mjs';

await main(() => prepare(['server', 'pages'], { force: true }));
