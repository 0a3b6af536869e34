// npm run build: runs both builds unconditionally.
import { prepare } from './lib/prepare.mjs';
import { main } from './lib/root.mjs';

await main(() => prepare(['server', 'pages', 'client'], { force: true }));
