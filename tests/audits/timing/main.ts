import { parseArgs } from 'node:util';
import { measureAccounts } from './accounts';
import { servedMail } from './mail';
import { measureRoutes } from './routes';

/** `npm run audit:timing`: what response times must not reveal. */

if (!(await servedMail())) await measure();

async function measure(): Promise<never> {
  const { values } = parseArgs({
    options: {
      pairs: { type: 'string', default: '2000' },
      bar: { type: 'string', default: '4.5' },
      auc: { type: 'string', default: '0.55' },
      only: { type: 'string', default: 'routes,accounts' },
      /** Part of the name of an endpoint that takes names. */
      named: { type: 'string', default: '' },
    },
  });
  const pairs = Number(values.pairs);
  const [bar, most] = [Number(values.bar), Number(values.auc)];
  const only = values.only.split(',');
  if (!Number.isInteger(pairs) || pairs < 10 || !(bar > 0) || !(most >= 0.5 && most < 1))
    throw new Error('--pairs must be a whole number from 10, --bar above 0, --auc from 0.5 and below 1');
  if (!only.every((part) => ['routes', 'accounts'].includes(part)))
    throw new Error('--only takes routes, accounts or both');

  const passed = [
    only.includes('routes') ? await measureRoutes({ pairs, bar }) : true,
    only.includes('accounts') ? await measureAccounts({ pairs, most, named: values.named }) : true,
  ];
  return process.exit(passed.every(Boolean) ? 0 : 1);
}
