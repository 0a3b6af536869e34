import { sql } from 'drizzle-orm';
import { databaseTime } from '../../db/clock';
import { orderDestinations } from '../../db/schema/index';
import { withTenant } from '../../db/transaction';
import { DomainError } from '../../errors/domain-error';
import { actorName, type Context } from '../../shared/context';
import { assertAllowed, perform } from '../../shared/perform';
import { showId } from '../../shared/ids';
import { recordedChanges } from '../../shared/recorded-changes';
import { findLabConnection, MANAGE } from '../lab-connections/access';
import { assertVersion } from '../patients/access';
import { destinationOf, presentDestination, sealFor, secretsOf } from './access';
import { assertComplete, assertSameAddress, type Settings } from './check-settings';
import type { OrderDestination, SaveOrderDestinationInput } from './contract';

/** What a form without a destination sends as its version. */
const NONE = { version: 0 };

const operation = { action: 'save_order_destination', kind: 'write', ...MANAGE, stepUp: true } as const;

/** Not secrets, and not certificates, which are long. */
const RECORDED = [
  'transport',
  'lab_id',
  'host',
  'port',
  'tls',
  'url',
  'message_type',
  'hl7_version',
  'processing_id',
  'sending_application',
  'sending_facility',
  'receiving_application',
  'receiving_facility',
  'account_number',
  'provider_identifier_type',
  'charset',
  'acknowledgment_mode',
  'wait_seconds',
  'most_attempts',
] as const;

/**
 * Sets where the orders of a laboratory are sent, from the next order on; messages already stored keep their bytes.
 * @param directory of the transport `folder`; only the operator may set paths on the machine
 * @throws DomainError `not_found`, `forbidden`, `invalid_state` (a hospital feed), `version_mismatch`, `validation_failed`
 */
export async function saveOrderDestination(
  ctx: Context,
  input: SaveOrderDestinationInput,
  directory: string | null = null,
): Promise<OrderDestination> {
  assertAllowed(ctx, operation);
  const { orgId } = ctx.actor;
  const before = await withTenant(orgId, async (tx) => {
    const connection = await findLabConnection(tx, ctx, input.id);
    if (connection.kind === 'hospital_feed')
      throw new DomainError('invalid_state', 'Orders are sent to laboratories, not to a hospital.');
    return destinationOf(tx, ctx, connection.id);
  });
  const keepsFolder = before?.transport === 'folder' && input.transport === 'folder' && directory === null;
  if ((input.transport === 'folder' || directory !== null) && !keepsFolder && ctx.actor.kind !== 'system')
    throw new DomainError('forbidden', 'Only the operator can set a folder.');
  const { id, client_key, bearer_token, ...rest } = input;
  const stored = before ? secretsOf(before) : { clientKey: null, bearerToken: null };
  const settings: Settings = {
    ...rest,
    directory: keepsFolder ? before.directory : directory,
    client_key: client_key === undefined ? stored.clientKey : client_key,
    bearer_token: bearer_token === undefined ? stored.bearerToken : bearer_token,
  };
  if (before)
    assertSameAddress(before, settings, [
      ...(client_key === undefined && stored.clientKey !== null && settings.client_certificate !== null
        ? (['client_key'] as const)
        : []),
      ...(bearer_token === undefined && stored.bearerToken !== null ? (['bearer_token'] as const) : []),
    ]);
  // Uses DNS, so it runs outside the transaction.
  await assertComplete(settings);
  return perform(ctx, operation, async (tx) => {
    const connection = await findLabConnection(tx, ctx, id, { lock: true });
    const current = await destinationOf(tx, ctx, connection.id, { lock: true });
    assertVersion(ctx, current ?? NONE);
    const seal = (column: 'client_key' | 'bearer_token', plain: string | null) =>
      plain === null ? null : sealFor(orgId, connection.id, column, plain);
    const values = {
      labId: settings.lab_id ?? showId('lab_connection', connection.id),
      transport: settings.transport,
      host: settings.host,
      port: settings.port,
      tls: settings.tls,
      url: settings.url,
      directory: settings.directory,
      caCertificate: settings.ca_certificate,
      clientCertificate: settings.client_certificate,
      clientKey: seal('client_key', settings.client_key),
      bearerToken: seal('bearer_token', settings.bearer_token),
      messageType: settings.message_type,
      hl7Version: settings.hl7_version,
      processingId: settings.processing_id,
      sendingApplication: settings.sending_application,
      sendingFacility: settings.sending_facility,
      receivingApplication: settings.receiving_application,
      receivingFacility: settings.receiving_facility,
      accountNumber: settings.account_number,
      providerIdentifierType: settings.provider_identifier_type,
      charset: settings.charset,
      acknowledgmentMode: settings.acknowledgment_mode,
      waitSeconds: settings.wait_seconds,
      mostAttempts: settings.most_attempts,
      updatedAt: databaseTime,
    };
    const [row] = await tx
      .insert(orderDestinations)
      .values({
        orgId,
        connectionId: connection.id,
        createdAt: new Date(),
        createdBy: actorName(ctx.actor),
        ...values,
      })
      .onConflictDoUpdate({
        target: [orderDestinations.orgId, orderDestinations.connectionId],
        set: { ...values, version: sql`${orderDestinations.version} + 1` },
      })
      .returning();
    const output = await presentDestination(tx, ctx, row!);
    const secret = [
      ...(client_key === undefined ? [] : ['client_key']),
      ...(bearer_token === undefined ? [] : ['bearer_token']),
    ];
    return {
      output,
      audit: {
        objectKind: 'lab_connection',
        objectId: connection.id,
        detail: {
          transport: settings.transport,
          lab: values.labId,
          first: before === null,
          ...(secret.length > 0 ? { fields: secret } : {}),
          ...(before ? recordedChanges(await presentDestination(tx, ctx, before), output, RECORDED) : {}),
        },
      },
    };
  });
}
