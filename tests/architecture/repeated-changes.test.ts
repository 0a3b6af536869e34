import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { PROCEDURES } from '../../server/api/procedures';
import { isRepeatable } from '../../server/api/trpc';
import { nodesOf, sourceFiles } from './source-files';

/**
 * After a lost response, users press the button again. A change of the portal then has no second effect: it takes an
 * `Idempotency-Key`, or its verb or a reason here says why it needs none.
 */

/** The second attempt finds the state that the first has set. */
const SETTLED = new Set([
  'apply',
  'assign',
  'cancel',
  'change',
  'check',
  'collect',
  'confirm',
  'correct',
  'delete',
  'discard',
  'disconnect',
  'dismiss',
  'end',
  'extend',
  'hand',
  'join',
  'map',
  'mark',
  'match',
  'move',
  'open',
  'park',
  'pin',
  'record',
  'reject',
  'rematch',
  'remove',
  'reset',
  'restore',
  'return',
  'revoke',
  'set',
  'sign',
  'switch',
  'undo',
  'unlink',
  'unpin',
  'update',
  'verify',
  'withdraw',
]);

const SETTLED_TOO: Readonly<Record<string, string>> = {
  'catalog.addFavoriteTest': 'A test is a favorite once.',
  'catalog.previewCatalogImport': 'Stores nothing.',
  'drafts.saveDraft': 'A form has one draft.',
  'erasures.erasePatient': 'A patient is erased once.',
  'inboundDocuments.createPatientFromDocument': 'A held document is decided once.',
  'inboundDocuments.fileInboundDocument': 'A held document is decided once.',
  'inboundMessages.runMessageAgain': 'Only a message that failed or was set aside is processed again.',
  'inboundReports.createPatientFromReport': 'A held report is decided once.',
  'labOrders.sendLabOrder': 'An order is sent once.',
  'labOrders.sendLabOrderAgain': 'Only an order that failed or was rejected is sent again.',
  'orderDestinations.saveOrderDestination': 'The version of the form is checked.',
  'orderDestinations.testOrderDestination': 'Stores nothing.',
  'patientUpdates.createFromPatientUpdate': 'A held message is decided once.',
  'people.createPasswordReset': 'The first link that is used ends the others.',
  'people.invitePerson': 'The invitation replaces earlier ones to the same address.',
  'people.renewInvitation': 'The link replaces the earlier one.',
  'secondFactors.addPasskey': 'A challenge is answered once.',
  'secondFactors.beginPasskey': 'The challenge replaces the earlier one.',
  'secondFactors.beginTotp': 'The secret replaces the earlier one.',
  'secondFactors.createRecoveryCodes': 'The codes replace earlier ones.',
  'singleSignOn.beginIdentityLink': 'The step replaces the earlier one.',
  'singleSignOn.beginSignOnTest': 'The step replaces the earlier one.',
  'singleSignOn.saveIdentityProvider': 'The version of the form is checked.',
  'uploads.fileUpload': 'A filed upload returns its document.',
};

/** Take a key for `/v1`; the portal sends none. */
const WITHOUT_KEY: Readonly<Record<string, string>> = {
  'labOrders.cancelLabOrder': 'An order is canceled once.',
  'sandboxes.resetSandbox': 'A second request before the reset changes nothing.',
};

const changes = [...PROCEDURES].filter(([, { type, meta }]) => type === 'mutation' && !meta?.v1Only);
const verbOf = (path: string): string => /[a-z]+/.exec(path.split('.')[1]!)![0];

interface Call {
  where: string;
  path: string;
  /** Of `mutate(input, options)`. */
  options: string | undefined;
}

/** `api.webhooks.createWebhook.mutate(input, options)` in the pages. */
const calls: Call[] = sourceFiles('app', 'components').flatMap((file) =>
  file.text.includes('.mutate(')
    ? [...nodesOf(file)].flatMap((node) => {
        if (!ts.isCallExpression(node)) return [];
        const path = /^\w+\s*\.(\w+)\s*\.(\w+)\s*\.mutate$/.exec(node.expression.getText());
        if (!path) return [];
        const options = node.arguments[1]?.getText();
        return [{ where: file.name, path: `${path[1]}.${path[2]}`, options }];
      })
    : [],
);

describe('a repeated change after a lost response', () => {
  it('takes a key, or has no second effect', () => {
    expect(changes.length).toBeGreaterThan(130);
    const undecided = changes.filter(
      ([path, { meta }]) => !isRepeatable(meta) && !SETTLED.has(verbOf(path)) && !(path in SETTLED_TOO),
    );
    expect(undecided.map(([path]) => path)).toEqual([]);
  });

  it('has a reason only if it takes no key', () => {
    const known = new Map(changes);
    const wrong = Object.keys(SETTLED_TOO).filter(
      (path) => !known.has(path) || isRepeatable(known.get(path)!.meta) || SETTLED.has(verbOf(path)),
    );
    expect(wrong).toEqual([]);
    expect([...SETTLED].filter((verb) => !changes.some(([path]) => verbOf(path) === verb))).toEqual([]);
  });

  it('is sent with its key by every page', () => {
    expect(calls.length).toBeGreaterThan(100);
    const repeatable = new Set(changes.filter(([, { meta }]) => isRepeatable(meta)).map(([path]) => path));
    const sent = calls.filter(({ path }) => repeatable.has(path));
    const without = sent.filter(({ path, options }) => options !== 'options' && !(path in WITHOUT_KEY));
    expect(without.map(({ where, path }) => `${where}: ${path}`)).toEqual([]);
    expect([...repeatable].filter((path) => !sent.some((call) => call.path === path))).toEqual([]);
  });
});
