'use client';
/** Where the orders of a laboratory are sent. Secrets are never shown: an empty field keeps the stored one. */
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import {
  ACKNOWLEDGMENT_MODES,
  ORDER_CHARSETS,
  PROCESSING_IDS,
} from '@/server/data-types/order-message-codes';
import { PROVIDER_IDENTIFIER_TYPES } from '@/server/data-types/transmission-codes';
import type { CatalogLabList } from '@/server/domain/catalog/import-contract';
import type {
  OrderDestination,
  SaveOrderDestinationInput,
} from '@/server/domain/order-destinations/contract';
import { MOST_ATTEMPTS, WAIT_SECONDS } from '@/server/domain/order-destinations/rules';
import { api, onlyIf } from '../../client/client';
import { useSubmit } from '../../client/use-submit';
import { Button } from '../../ui/button';
import { ErrorSummary } from '../../ui/error-summary';
import { Fold } from '../../ui/fold';
import { SelectField } from '../../ui/select-field';
import { TextArea, TextField } from '../../ui/text-field';
import { showToast } from '../../ui/toast';
import { destinationFields, type DestinationControls } from './destination-fields';
import {
  ACKNOWLEDGMENT_WORDS,
  ORDER_MESSAGES,
  ORDER_TRANSPORT_WORDS,
  PROCESSING_ID_WORDS,
  PROVIDER_WORDS,
} from './destination-words';

type OrderTransport = OrderDestination['transport'];

interface DestinationFormProps {
  connectionId: string;
  destination: OrderDestination | null;
  labs: CatalogLabList['data'];
}

export function DestinationForm({ connectionId, destination, labs }: DestinationFormProps) {
  const router = useRouter();
  const [transport, setTransport] = useState<OrderTransport>(destination?.transport ?? 'mllp');
  const [tls, setTls] = useState(destination?.tls ?? true);
  const { form, busy, pending, error } = useSubmit(
    (data) =>
      api.orderDestinations.saveOrderDestination.mutate(
        readSettings(data, connectionId, transport),
        destination ? onlyIf(destination.version) : undefined,
      ),
    () => {
      showToast(destination ? 'Settings saved.' : 'New orders are sent to this laboratory.');
      router.refresh();
    },
  );
  const controls = destinationFields.controls(error);
  const { field } = controls;
  // The folder is set by the operator.
  const transports =
    destination?.transport === 'folder' ? (['folder'] as const) : (['mllp', 'https'] as const);
  return (
    <form method="post" {...form} className="max-w-4xl space-y-5">
      <ErrorSummary error={error} fields={destinationFields.places} />
      <div className={GRID}>
        <SelectField
          {...field('transport')}
          options={transports.map((value) => ({ value, label: ORDER_TRANSPORT_WORDS[value] }))}
          value={transport}
          onChange={(event) => {
            const chosen = event.currentTarget.value;
            setTransport(transports.find((known) => known === chosen) ?? 'mllp');
          }}
        />
        <SelectField
          {...field('lab_id')}
          options={labs.map(({ id, name, active }) => ({ value: id, label: `${name} (${active})` }))}
          defaultValue={destination?.lab_id ?? connectionId}
        />
      </div>
      {transport === 'mllp' ? (
        <>
          <div className="grid max-w-xl gap-4 sm:grid-cols-[1fr_9rem]">
            <TextField {...field('host')} defaultValue={destination?.host ?? ''} />
            <TextField {...field('port')} defaultValue={destination?.port ?? ''} />
          </div>
          <label htmlFor="tls" className="target flex min-h-8 max-w-xl items-center gap-2.5">
            <input
              id="tls"
              type="checkbox"
              name="tls"
              checked={tls}
              onChange={(event) => setTls(event.currentTarget.checked)}
              className="size-5 accent-accent"
            />
            {field('tls').label}
          </label>
        </>
      ) : null}
      {transport === 'https' ? (
        <>
          <TextField {...field('url')} defaultValue={destination?.url ?? ''} />
          <TextField
            {...field('bearer_token')}
            hint={destination?.has_bearer_token ? 'A token is stored. Leave blank for no change.' : undefined}
          />
        </>
      ) : null}
      <div>
        {transport === 'https' || (transport === 'mllp' && tls) ? (
          <Certificates destination={destination} controls={controls} />
        ) : null}
        <MessageControls destination={destination} controls={controls} />
      </div>
      <Button type="submit" disabled={busy} weight={destination ? 'secondary' : 'primary'}>
        {pending ? 'Saving' : destination ? 'Save changes' : 'Send orders'}
      </Button>
    </form>
  );
}

interface PartProps {
  destination: OrderDestination | null;
  controls: DestinationControls;
}

function Certificates({ destination, controls: { field } }: PartProps) {
  const hasAny = destination?.ca_certificate || destination?.client_certificate;
  return (
    <Fold look="part" title="Certificates" open={Boolean(hasAny)}>
      <div className="space-y-5">
        <TextArea {...field('ca_certificate')} defaultValue={destination?.ca_certificate ?? ''} />
        <TextArea {...field('client_certificate')} defaultValue={destination?.client_certificate ?? ''} />
        <TextArea
          {...field('client_key')}
          hint={destination?.has_client_key ? 'A key is stored. Leave blank for no change.' : undefined}
        />
      </div>
    </Fold>
  );
}

function MessageControls({ destination, controls: { field } }: PartProps) {
  const message = ORDER_MESSAGES.find(
    ({ type, version }) => type === destination?.message_type && version === destination.hl7_version,
  );
  const text = (
    name: 'sending_application' | 'sending_facility' | 'receiving_application' | 'receiving_facility',
  ) => <TextField {...field(name)} defaultValue={destination?.[name] ?? ''} />;
  return (
    <>
      <Fold look="part" title="Message" state="HL7 version, sender, receiver, identifiers, character set">
        <div className={GRID}>
          <SelectField
            {...field('message')}
            options={ORDER_MESSAGES}
            defaultValue={message?.value ?? ORDER_MESSAGES[0]!.value}
          />
          <SelectField
            {...field('processing_id')}
            options={PROCESSING_IDS.map((value) => ({ value, label: PROCESSING_ID_WORDS[value] }))}
            defaultValue={destination?.processing_id ?? 'P'}
          />
          {text('sending_application')}
          {text('sending_facility')}
          {text('receiving_application')}
          {text('receiving_facility')}
          <SelectField
            {...field('provider_identifier_type')}
            options={PROVIDER_IDENTIFIER_TYPES.map((value) => ({ value, label: PROVIDER_WORDS[value] }))}
            defaultValue={destination?.provider_identifier_type ?? 'npi'}
          />
          <SelectField
            {...field('charset')}
            options={ORDER_CHARSETS.map((value) => ({ value, label: value }))}
            defaultValue={destination?.charset ?? 'UNICODE UTF-8'}
          />
          <TextField {...field('account_number')} defaultValue={destination?.account_number ?? ''} />
        </div>
      </Fold>
      <Fold look="part" title="Delivery" state="Acknowledgments, timeout, attempts">
        <div className={GRID}>
          <SelectField
            {...field('acknowledgment_mode')}
            options={ACKNOWLEDGMENT_MODES.map((value) => ({ value, label: ACKNOWLEDGMENT_WORDS[value] }))}
            defaultValue={destination?.acknowledgment_mode ?? 'original'}
            className="sm:col-span-2"
          />
          <TextField {...field('wait_seconds')} defaultValue={destination?.wait_seconds ?? WAIT_SECONDS} />
          <TextField {...field('most_attempts')} defaultValue={destination?.most_attempts ?? MOST_ATTEMPTS} />
        </div>
      </Fold>
    </>
  );
}

const GRID = 'grid items-end gap-x-6 gap-y-4 sm:grid-cols-2';

function readSettings(data: FormData, id: string, transport: OrderTransport): SaveOrderDestinationInput {
  const typed = destinationFields.read(data);
  const message = ORDER_MESSAGES.find(({ value }) => value === typed.message)!;
  const isMllp = transport === 'mllp';
  const tls = isMllp && typed.tls !== null;
  const isEncrypted = tls || transport === 'https';
  // A key without its certificate is removed with it; an empty field keeps the stored secret.
  const secret = (name: 'client_key' | 'bearer_token', isUsed: boolean) =>
    isUsed ? (typed[name] === null ? {} : { [name]: typed[name] }) : { [name]: null };
  return {
    id,
    transport,
    lab_id: typed.lab_id,
    host: isMllp ? typed.host : null,
    port: isMllp && typed.port !== null ? Number(typed.port) : null,
    tls,
    url: transport === 'https' ? typed.url : null,
    ca_certificate: isEncrypted ? typed.ca_certificate : null,
    client_certificate: isEncrypted ? typed.client_certificate : null,
    ...secret('client_key', isEncrypted && typed.client_certificate !== null),
    ...secret('bearer_token', transport === 'https'),
    message_type: message.type,
    hl7_version: message.version,
    processing_id: typed.processing_id as SaveOrderDestinationInput['processing_id'],
    sending_application: typed.sending_application,
    sending_facility: typed.sending_facility,
    receiving_application: typed.receiving_application,
    receiving_facility: typed.receiving_facility,
    account_number: typed.account_number,
    provider_identifier_type:
      typed.provider_identifier_type as SaveOrderDestinationInput['provider_identifier_type'],
    charset: typed.charset as SaveOrderDestinationInput['charset'],
    acknowledgment_mode: typed.acknowledgment_mode as SaveOrderDestinationInput['acknowledgment_mode'],
    wait_seconds: Number(typed.wait_seconds),
    most_attempts: Number(typed.most_attempts),
  };
}
