/** The fields that a new lab connection and a changed one share, each in plain words. */
import type { LabConnection } from '@/server/domain/lab-connections/contract';
import {
  CHARSETS,
  HIGHEST_PORT,
  IDLE_MINUTES,
  LOWEST_PORT,
  MAX_IDLE_MINUTES,
  MAX_WAITING_MINUTES,
  WAITING_MINUTES,
} from '@/server/domain/lab-connections/rules';
import {
  ACCESSION_FIELDS,
  ON_DATABASE_DOWN,
  PROCESSING_POLICIES,
  UPDATE_MODES,
  type Transport,
} from '@/server/data-types/lab-connection-codes';
import { networkWords } from '../api-keys/key-words';
import { CheckboxList } from '../../ui/checkbox-list';
import type { FieldPlace } from '../../ui/error-summary';
import { SelectField } from '../../ui/select-field';
import { TextArea, TextField } from '../../ui/text-field';
import { ACCESSION_WORDS, DAY_WORDS, DOWN_WORDS, PROCESSING_WORDS, UPDATE_WORDS } from './connection-words';

export const CONNECTION_FIELDS: readonly FieldPlace[] = [
  ['/name', 'name'],
  ['/lab_name', 'lab-name'],
  ['/director', 'director'],
  ['/accreditation_number', 'accreditation-number'],
  ['/transport', 'transport'],
  ['/port', 'port'],
  ['/tls', 'tls'],
  ['/allowed_addresses', 'addresses'],
  ['/sending_application', 'sending-application'],
  ['/sending_facility', 'sending-facility'],
  ['/receiving_application', 'receiving-application'],
  ['/receiving_facility', 'receiving-facility'],
  ['/processing_policy', 'processing-policy'],
  ['/time_zone', 'time-zone'],
  ['/mrn_authority', 'mrn-authority'],
  ['/idle_minutes', 'idle-minutes'],
  ['/waiting_minutes', 'waiting-minutes'],
  ['/silence_hours', 'silence-hours'],
  ['/working_hours', 'days'],
];

type Known = Partial<LabConnection> & Pick<LabConnection, 'time_zone'>;

interface FieldsProps {
  transport: Transport;
  /** Of a connection that is changed; of a new one only the zone. */
  known: Known;
  at: (pointer: string) => string | undefined;
}

export function ConnectionFields({ transport, known, at }: FieldsProps) {
  return (
    <>
      <TextField
        id="name"
        name="name"
        label="Name"
        hint="As it is called here"
        defaultValue={known.name ?? ''}
        required
        maxLength={100}
        autoComplete="off"
        className="max-w-xl"
        error={at('/name')}
      />
      <TextField
        id="lab-name"
        name="lab_name"
        label="Laboratory"
        hint="As reports name it. Empty: the name above"
        optional
        defaultValue={known.lab_name ?? ''}
        maxLength={200}
        autoComplete="off"
        className="max-w-xl"
        error={at('/lab_name')}
      />
      <div className="grid max-w-4xl gap-4 md:grid-cols-2">
        {LABORATORY.map(([name, label, maxLength]) => (
          <TextField
            key={name}
            id={name.replace('_', '-')}
            name={name}
            label={label}
            hint="Shown at the end of its reports"
            optional
            defaultValue={known[name] ?? ''}
            maxLength={maxLength}
            autoComplete="off"
            error={at(`/${name}`)}
          />
        ))}
      </div>
      <DoorFields transport={transport} known={known} at={at} />
      <SenderFields known={known} at={at} />
      <CheckboxList
        id="processing-policy"
        name="processing_policy"
        kind="radio"
        legend="Messages that are not marked as production (MSH-11)"
        options={PROCESSING_POLICIES.map((value) => ({
          value,
          ...PROCESSING_WORDS[value],
          checked: value === (known.processing_policy ?? 'production'),
        }))}
        error={at('/processing_policy')}
      />
      <ReadingFields known={known} at={at} />
      <SilenceFields known={known} at={at} />
    </>
  );
}

const LABORATORY = [
  ['director', 'Laboratory director', 200],
  ['accreditation_number', 'Accreditation number', 100],
] as const;

function DoorFields({ transport, known, at }: FieldsProps) {
  if (transport === 'folder') return null;
  return (
    <>
      {transport === 'mllp' ? (
        <>
          <TextField
            id="port"
            name="port"
            type="number"
            label="Port"
            hint={`From ${LOWEST_PORT} to ${HIGHEST_PORT}, and of no other connection of the service`}
            defaultValue={known.port ?? ''}
            required
            min={LOWEST_PORT}
            max={HIGHEST_PORT}
            className="max-w-64"
            error={at('/port')}
          />
          <Switch id="tls" name="tls" label="The laboratory connects with TLS" checked={known.tls} />
        </>
      ) : null}
      <TextArea
        id="addresses"
        name="addresses"
        label="Only from these addresses"
        hint="One a line: 198.51.100.7, 198.51.100.0/24 or 2001:db8::/32. Empty: from everywhere."
        optional
        defaultValue={(known.allowed_addresses ?? []).map(networkWords).join('\n')}
        rows={3}
        spellCheck={false}
        autoComplete="off"
        className="max-w-xl"
        error={at('/allowed_addresses')}
      />
      {transport === 'mllp' ? (
        <SelectField
          id="on-database-down"
          name="on_database_down"
          label="When nothing can be stored"
          options={ON_DATABASE_DOWN.map((value) => ({ value, label: DOWN_WORDS[value] }))}
          defaultValue={known.on_database_down ?? 'close'}
          className="max-w-xl"
          error={at('/on_database_down')}
        />
      ) : null}
      {transport === 'mllp' ? (
        <TextField
          id="idle-minutes"
          name="idle_minutes"
          type="number"
          label="Close idle connections after minutes"
          hint="Minutes without a message, 1 to 10,080"
          defaultValue={known.idle_minutes ?? IDLE_MINUTES}
          required
          min={1}
          max={MAX_IDLE_MINUTES}
          className="max-w-80"
          error={at('/idle_minutes')}
        />
      ) : null}
    </>
  );
}

const SENDERS = [
  ['sending_application', 'Sending application (MSH-3)', 'Others are refused. Empty: any'],
  ['sending_facility', 'Sending facility (MSH-4)', 'Others are refused. Empty: any'],
  ['receiving_application', 'Receiving application (MSH-5)', 'Empty: not looked at'],
  ['receiving_facility', 'Receiving facility (MSH-6)', 'Empty: not looked at'],
] as const;

function SenderFields({ known, at }: Omit<FieldsProps, 'transport'>) {
  return (
    <fieldset>
      <legend className="font-semibold">Who may send, by the first segment of the message</legend>
      <div className="mt-2 grid max-w-4xl gap-4 md:grid-cols-2">
        {SENDERS.map(([name, label, hint]) => (
          <TextField
            key={name}
            id={name.replace('_', '-')}
            name={name}
            label={label}
            hint={hint}
            optional
            defaultValue={known[name] ?? ''}
            maxLength={180}
            autoComplete="off"
            error={at(`/${name}`)}
          />
        ))}
      </div>
    </fieldset>
  );
}

function ReadingFields({ known, at }: Omit<FieldsProps, 'transport'>) {
  return (
    <>
      <TextField
        id="time-zone"
        name="time_zone"
        label="Time zone of the laboratory"
        hint="For times that are sent without one, such as Europe/Berlin"
        defaultValue={known.time_zone}
        required
        maxLength={64}
        autoComplete="off"
        spellCheck={false}
        className="max-w-xl"
        error={at('/time_zone')}
      />
      <SelectField
        id="charset"
        name="charset"
        label="Character set"
        hint="For messages that do not name theirs (MSH-18)"
        empty="UTF-8 if it is that, else windows-1252"
        options={CHARSETS.map((value) => ({ value, label: value }))}
        defaultValue={known.charset ?? ''}
        className="max-w-xl"
        error={at('/charset')}
      />
      <Switch
        id="decimal-comma"
        name="decimal_comma"
        label="Numbers have a decimal comma (5,4)"
        checked={known.decimal_comma}
      />
      <CheckboxList
        id="update-mode"
        name="update_mode"
        kind="radio"
        legend="A later message of the same report has"
        options={UPDATE_MODES.map((value) => ({
          value,
          ...UPDATE_WORDS[value],
          checked: value === (known.update_mode ?? 'replace_panel'),
        }))}
        error={at('/update_mode')}
      />
      <TextField
        id="mrn-authority"
        name="mrn_authority"
        label="Assigner of the MRN"
        hint="Whose number in PID-3 is our MRN (PID-3.4). Empty: the number of type MR, or the only one"
        optional
        defaultValue={known.mrn_authority ?? ''}
        maxLength={180}
        autoComplete="off"
        className="max-w-xl"
        error={at('/mrn_authority')}
      />
      <SelectField
        id="accession-field"
        name="accession_field"
        label="Accession number"
        options={ACCESSION_FIELDS.map((value) => ({ value, label: ACCESSION_WORDS[value] }))}
        defaultValue={known.accession_field ?? 'spm2'}
        className="max-w-xl"
        error={at('/accession_field')}
      />
    </>
  );
}

function SilenceFields({ known, at }: Omit<FieldsProps, 'transport'>) {
  const hours = known.working_hours;
  return (
    <>
      <TextField
        id="waiting-minutes"
        name="waiting_minutes"
        type="number"
        label="Alarm for unprocessed messages"
        hint="Minutes until the alarm, 1 to 1,440"
        defaultValue={known.waiting_minutes ?? WAITING_MINUTES}
        required
        min={1}
        max={MAX_WAITING_MINUTES}
        className="max-w-80"
        error={at('/waiting_minutes')}
      />
      <TextField
        id="silence-hours"
        name="silence_hours"
        type="number"
        label="Alarm after hours of silence"
        hint="When no message has come for so many hours. Empty: no alarm"
        optional
        defaultValue={known.silence_hours ?? ''}
        min={1}
        max={720}
        className="max-w-80"
        error={at('/silence_hours')}
      />
      <CheckboxList
        id="days"
        name="days"
        legend="Days that count for the alarm"
        hint="By the clocks of your organization. None: every hour of every day counts"
        options={DAY_WORDS.map((label, index) => ({
          value: String(index + 1),
          label,
          checked: hours?.days.includes(index + 1) ?? false,
        }))}
        error={at('/working_hours')}
      />
      <div className="flex flex-wrap gap-4">
        {(['from', 'to'] as const).map((end) => (
          <TextField
            key={end}
            id={`working-${end}`}
            name={`working_${end}`}
            label={end === 'from' ? 'Counting from' : 'Counting to'}
            hint={end === 'from' ? 'As 08:00' : 'As 18:00, or 24:00'}
            optional
            defaultValue={hours?.[end] ?? ''}
            pattern="[0-2][0-9]:[0-5][0-9]"
            title="Hours and minutes, as 08:00"
            maxLength={5}
            autoComplete="off"
            className="w-48"
          />
        ))}
      </div>
    </>
  );
}

function Switch({
  id,
  name,
  label,
  checked = false,
}: {
  id: string;
  name: string;
  label: string;
  checked?: boolean | undefined;
}) {
  return (
    <label htmlFor={id} className="target flex min-h-8 max-w-xl items-center gap-2.5">
      <input id={id} type="checkbox" name={name} defaultChecked={checked} className="size-5 accent-accent" />
      {label}
    </label>
  );
}
