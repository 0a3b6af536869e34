'use client';
/** Where the orders of a laboratory are sent. Secrets are never shown: an empty field keeps the stored one. */
import { useRouter } from 'next/navigation';
import { useRef } from 'react';
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
import { SharedErrors } from '../../client/shared-errors';
import { useSharedForm, useStateOfRound } from '../../client/shared-form';
import { storedWords } from '../../client/stored-words';
import { useSubmit } from '../../client/use-submit';
import { Button } from '../../ui/button';
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
type Settings = Omit<SaveOrderDestinationInput, 'id'>;
/** As in the form, with typed secrets. */
type Values = Settings & Pick<OrderDestination, 'version' | 'has_client_key' | 'has_bearer_token'>;

const NEW: Omit<Values, 'lab_id'> = {
  version: 0,
  transport: 'mllp',
  host: null,
  port: null,
  tls: true,
  url: null,
  ca_certificate: null,
  client_certificate: null,
  has_client_key: false,
  has_bearer_token: false,
  message_type: ORDER_MESSAGES[0]!.type,
  hl7_version: ORDER_MESSAGES[0]!.version,
  processing_id: 'P',
  sending_application: null,
  sending_facility: null,
  receiving_application: null,
  receiving_facility: null,
  account_number: null,
  provider_identifier_type: 'npi',
  charset: 'UNICODE UTF-8',
  acknowledgment_mode: 'original',
  wait_seconds: WAIT_SECONDS,
  most_attempts: MOST_ATTEMPTS,
};

const STORED = {
  transport: (transport: OrderTransport) => ORDER_TRANSPORT_WORDS[transport],
  processing_id: (id: Values['processing_id']) => PROCESSING_ID_WORDS[id],
  provider_identifier_type: (type: Values['provider_identifier_type']) => PROVIDER_WORDS[type],
  acknowledgment_mode: (mode: Values['acknowledgment_mode']) => ACKNOWLEDGMENT_WORDS[mode],
};

interface DestinationFormProps {
  connectionId: string;
  destination: OrderDestination | null;
  labs: CatalogLabList['data'];
}

export function DestinationForm({ connectionId, destination, labs }: DestinationFormProps) {
  const router = useRouter();
  const formElement = useRef<HTMLFormElement>(null);
  const stored = (found: OrderDestination | null): Values => found ?? { ...NEW, lab_id: connectionId };
  const shared = useSharedForm<Values>(stored(destination), {
    read: (): Settings => readSettings(new FormData(formElement.current!), transport),
    load: async () => stored(await api.orderDestinations.getOrderDestination.query({ id: connectionId })),
  });
  const { base, values, round } = shared;
  const [transport, setTransport] = useStateOfRound<OrderTransport>(round, values.transport);
  const [tls, setTls] = useStateOfRound<boolean>(round, values.tls);
  const { form, busy, pending, error, setError } = useSubmit(
    (data) =>
      api.orderDestinations.saveOrderDestination.mutate(
        { ...readSettings(data, transport), id: connectionId },
        onlyIf(base.version),
      ),
    (saved) => {
      shared.saved(saved);
      showToast(destination ? 'Settings saved.' : 'New orders are sent to this laboratory.');
      router.refresh();
    },
  );
  const words = storedWords(destinationFields.places, {
    ...STORED,
    lab_id: (id: string) => labs.find((lab) => lab.id === id)?.name ?? 'another catalog',
  });
  const controls = destinationFields.controls(error);
  const { field } = controls;
  // The folder is set by the operator.
  const transports =
    destination?.transport === 'folder' ? (['folder'] as const) : (['mllp', 'https'] as const);
  return (
    <form ref={formElement} method="post" {...form} className="max-w-4xl space-y-5">
      <SharedErrors
        shared={shared}
        error={error}
        clear={() => setError(null)}
        fields={destinationFields.places}
        words={words}
      />
      <div key={round} className="space-y-5">
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
            defaultValue={values.lab_id ?? connectionId}
          />
        </div>
        {transport === 'mllp' ? (
          <>
            <div className="grid max-w-xl gap-4 sm:grid-cols-[1fr_9rem]">
              <TextField {...field('host')} defaultValue={values.host ?? ''} />
              <TextField {...field('port')} defaultValue={values.port ?? ''} />
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
            <TextField {...field('url')} defaultValue={values.url ?? ''} />
            <TextField
              {...field('bearer_token')}
              hint={values.has_bearer_token ? 'A token is stored. Leave blank for no change.' : undefined}
              defaultValue={values.bearer_token ?? ''}
            />
          </>
        ) : null}
        <div>
          {transport === 'https' || (transport === 'mllp' && tls) ? (
            <Certificates values={values} controls={controls} />
          ) : null}
          <MessageControls values={values} controls={controls} />
        </div>
      </div>
      <Button type="submit" disabled={busy} weight={destination ? 'secondary' : 'primary'}>
        {pending ? 'Saving' : destination ? 'Save changes' : 'Send orders'}
      </Button>
    </form>
  );
}

interface PartProps {
  values: Values;
  controls: DestinationControls;
}

function Certificates({ values, controls: { field } }: PartProps) {
  const hasAny = values.ca_certificate || values.client_certificate;
  return (
    <Fold look="part" title="Certificates" open={Boolean(hasAny)}>
      <div className="space-y-5">
        <TextArea {...field('ca_certificate')} defaultValue={values.ca_certificate ?? ''} />
        <TextArea {...field('client_certificate')} defaultValue={values.client_certificate ?? ''} />
        <TextArea
          {...field('client_key')}
          hint={values.has_client_key ? 'A key is stored. Leave blank for no change.' : undefined}
          defaultValue={values.client_key ?? ''}
        />
      </div>
    </Fold>
  );
}

function MessageControls({ values, controls: { field } }: PartProps) {
  const message = ORDER_MESSAGES.find(
    ({ type, version }) => type === values.message_type && version === values.hl7_version,
  );
  const text = (
    name: 'sending_application' | 'sending_facility' | 'receiving_application' | 'receiving_facility',
  ) => <TextField {...field(name)} defaultValue={values[name] ?? ''} />;
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
            defaultValue={values.processing_id}
          />
          {text('sending_application')}
          {text('sending_facility')}
          {text('receiving_application')}
          {text('receiving_facility')}
          <SelectField
            {...field('provider_identifier_type')}
            options={PROVIDER_IDENTIFIER_TYPES.map((value) => ({ value, label: PROVIDER_WORDS[value] }))}
            defaultValue={values.provider_identifier_type}
          />
          <SelectField
            {...field('charset')}
            options={ORDER_CHARSETS.map((value) => ({ value, label: value }))}
            defaultValue={values.charset}
          />
          <TextField {...field('account_number')} defaultValue={values.account_number ?? ''} />
        </div>
      </Fold>
      <Fold look="part" title="Delivery" state="Acknowledgments, timeout, attempts">
        <div className={GRID}>
          <SelectField
            {...field('acknowledgment_mode')}
            options={ACKNOWLEDGMENT_MODES.map((value) => ({ value, label: ACKNOWLEDGMENT_WORDS[value] }))}
            defaultValue={values.acknowledgment_mode}
            className="sm:col-span-2"
          />
          <TextField {...field('wait_seconds')} defaultValue={values.wait_seconds} />
          <TextField {...field('most_attempts')} defaultValue={values.most_attempts} />
        </div>
      </Fold>
    </>
  );
}

const GRID = 'grid items-end gap-x-6 gap-y-4 sm:grid-cols-2';

function readSettings(data: FormData, transport: OrderTransport): Settings {
  const typed = destinationFields.read(data);
  const message = ORDER_MESSAGES.find(({ value }) => value === typed.message)!;
  const isMllp = transport === 'mllp';
  const tls = isMllp && typed.tls !== null;
  const isEncrypted = tls || transport === 'https';
  // A key without its certificate is removed with it; an empty field keeps the stored secret.
  const secret = (name: 'client_key' | 'bearer_token', isUsed: boolean) =>
    isUsed ? (typed[name] === null ? {} : { [name]: typed[name] }) : { [name]: null };
  return {
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
