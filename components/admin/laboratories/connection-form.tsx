/** The fields shared by new and existing lab connections. */
import type { LabConnection } from '@/server/domain/lab-connections/contract';
import { CHARSETS, IDLE_MINUTES, WAITING_MINUTES } from '@/server/domain/lab-connections/rules';
import {
  ACCESSION_FIELDS,
  FEED_FIELDS,
  MERGE_POLICIES,
  ON_DATABASE_DOWN,
  PROCESSING_POLICIES,
  UPDATE_MODES,
  type ConnectionKind,
  type Transport,
} from '@/server/data-types/lab-connection-codes';
import { networkWords } from '../api-keys/key-words';
import { CheckboxList } from '../../ui/checkbox-list';
import { Fold } from '../../ui/fold';
import { SelectField } from '../../ui/select-field';
import { TextArea, TextField } from '../../ui/text-field';
import type { ConnectionControls } from './connection-fields';
import {
  ACCESSION_WORDS,
  DAY_WORDS,
  DOWN_WORDS,
  FEED_FIELD_WORDS,
  MERGE_WORDS,
  PROCESSING_WORDS,
  UPDATE_WORDS,
} from './connection-words';

interface ControlsProps {
  /** The stored connection; only the time zone if the connection is new. */
  known: Partial<LabConnection> & Pick<LabConnection, 'time_zone'>;
  controls: ConnectionControls;
}

interface ConnectionFormProps extends ControlsProps {
  kind: ConnectionKind;
  transport: Transport;
  /** Offered by the server: browsers use other names. */
  zones: readonly string[];
}

export function ConnectionForm({ kind, transport, known, controls, zones }: ConnectionFormProps) {
  const { field, group } = controls;
  return (
    <>
      <div className="grid max-w-4xl gap-x-4 gap-y-5 md:grid-cols-2">
        <TextField {...field('name')} defaultValue={known.name ?? ''} />
        <div>
          <TextField {...field('time_zone')} list="time-zones" defaultValue={known.time_zone} />
          <datalist id="time-zones">
            {zones.map((zone) => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
        </div>
        {transport === 'mllp' ? (
          <div className="space-y-2">
            <TextField {...field('port')} defaultValue={known.port ?? ''} />
            <Checkbox {...field('tls')} checked={known.tls} />
          </div>
        ) : null}
      </div>
      {kind === 'hospital_feed' ? (
        <Checkbox {...field('create_patients')} checked={known.create_patients ?? false} />
      ) : null}
      <div>
        {kind === 'laboratory' ? (
          <Fold look="part" title="Laboratory on reports" state="Name, director, accreditation number">
            <div className="space-y-5">
              <TextField {...field('lab_name')} defaultValue={known.lab_name ?? ''} />
              <TextFields names={['director', 'accreditation_number']} known={known} controls={controls} />
            </div>
          </Fold>
        ) : (
          <Fold look="part" title="Changes to patients" state={policyState(known)}>
            <div className="space-y-5">
              <PatientPolicy known={known} controls={controls} />
            </div>
          </Fold>
        )}
        {transport === 'folder' ? null : (
          <Fold
            look="part"
            title="Network"
            state={
              transport === 'mllp' ? 'Allowed addresses, idle time, storage failures' : 'Allowed addresses'
            }
          >
            <div className="space-y-5">
              <NetworkControls transport={transport} known={known} controls={controls} />
            </div>
          </Fold>
        )}
        <Fold look="part" title="Accepted senders" state="MSH-3 to MSH-6, MSH-11">
          <div className="space-y-5">
            <TextFields
              names={[
                'sending_application',
                'sending_facility',
                'receiving_application',
                'receiving_facility',
              ]}
              known={known}
              controls={controls}
            />
            <CheckboxList
              {...group('processing_policy')}
              kind="radio"
              options={PROCESSING_POLICIES.map((value) => ({
                value,
                ...PROCESSING_WORDS[value],
                checked: value === (known.processing_policy ?? 'production'),
              }))}
            />
          </div>
        </Fold>
        <Fold
          look="part"
          title="Content of messages"
          state={
            kind === 'laboratory' ? 'Character set, numbers, updates, MRN, accession' : 'Character set, MRN'
          }
        >
          <div className="space-y-5">
            <ReadingControls kind={kind} known={known} controls={controls} />
          </div>
        </Fold>
        <Fold look="part" title="Alerts" state="Processing time, silence, working hours">
          <div className="space-y-5">
            <AlertControls known={known} controls={controls} />
          </div>
        </Fold>
      </div>
    </>
  );
}

type TextSetting =
  | 'director'
  | 'accreditation_number'
  | 'sending_application'
  | 'sending_facility'
  | 'receiving_application'
  | 'receiving_facility';

const TextFields = ({ names, known, controls }: ControlsProps & { names: readonly TextSetting[] }) => (
  <div className="grid max-w-4xl gap-4 md:grid-cols-2">
    {names.map((name) => (
      <TextField key={name} {...controls.field(name)} defaultValue={known[name] ?? ''} />
    ))}
  </div>
);

function NetworkControls({
  transport,
  known,
  controls: { field },
}: ControlsProps & { transport: Transport }) {
  return (
    <>
      <TextArea
        {...field('allowed_addresses')}
        defaultValue={(known.allowed_addresses ?? []).map(networkWords).join('\n')}
      />
      {transport === 'mllp' ? (
        <>
          <SelectField
            {...field('on_database_down')}
            options={ON_DATABASE_DOWN.map((value) => ({ value, label: DOWN_WORDS[value] }))}
            defaultValue={known.on_database_down ?? 'close'}
          />
          <TextField {...field('idle_minutes')} defaultValue={known.idle_minutes ?? IDLE_MINUTES} />
        </>
      ) : null}
    </>
  );
}

/** What the feed changes, although the choices are folded. */
function policyState({ update_demographics: fields, merge }: ControlsProps['known']): string {
  const updated = (fields ?? FEED_FIELDS).length;
  const all = FEED_FIELDS.length;
  return `${updated === all ? 'All' : `${updated} of ${all}`} fields are updated. Merged records: ${MERGE_WORDS[merge ?? 'ask'].label}`;
}

function PatientPolicy({ known, controls: { group } }: ControlsProps) {
  const updated = known.update_demographics ?? FEED_FIELDS;
  return (
    <>
      <CheckboxList
        {...group('update_demographics')}
        options={FEED_FIELDS.map((value) => ({
          value,
          label: FEED_FIELD_WORDS[value],
          checked: updated.includes(value),
        }))}
      />
      <CheckboxList
        {...group('merge')}
        kind="radio"
        options={MERGE_POLICIES.map((value) => ({
          value,
          ...MERGE_WORDS[value],
          checked: value === (known.merge ?? 'ask'),
        }))}
      />
    </>
  );
}

function ReadingControls({
  kind,
  known,
  controls: { field, group },
}: ControlsProps & { kind: ConnectionKind }) {
  return (
    <>
      <SelectField
        {...field('charset')}
        empty="UTF-8 if valid, otherwise windows-1252"
        options={CHARSETS.map((value) => ({ value, label: value }))}
        defaultValue={known.charset ?? ''}
      />
      {kind === 'laboratory' ? (
        <>
          <Checkbox {...field('decimal_comma')} checked={known.decimal_comma} />
          <CheckboxList
            {...group('update_mode')}
            kind="radio"
            options={UPDATE_MODES.map((value) => ({
              value,
              ...UPDATE_WORDS[value],
              checked: value === (known.update_mode ?? 'replace_panel'),
            }))}
          />
        </>
      ) : null}
      <TextField {...field('mrn_authority')} defaultValue={known.mrn_authority ?? ''} />
      {kind === 'laboratory' ? (
        <SelectField
          {...field('accession_field')}
          options={ACCESSION_FIELDS.map((value) => ({ value, label: ACCESSION_WORDS[value] }))}
          defaultValue={known.accession_field ?? 'spm2'}
        />
      ) : null}
    </>
  );
}

function AlertControls({ known, controls: { field, group } }: ControlsProps) {
  const hours = known.working_hours;
  return (
    <>
      <TextField {...field('waiting_minutes')} defaultValue={known.waiting_minutes ?? WAITING_MINUTES} />
      <TextField {...field('silence_hours')} defaultValue={known.silence_hours ?? ''} />
      <CheckboxList
        {...group('days')}
        inline
        options={DAY_WORDS.map((label, index) => ({
          value: String(index + 1),
          label,
          checked: hours?.days.includes(index + 1) ?? false,
        }))}
      />
      <div className="flex flex-wrap gap-4">
        <TextField {...field('working_from')} defaultValue={hours?.from ?? ''} />
        <TextField {...field('working_to')} defaultValue={hours?.to ?? ''} />
      </div>
    </>
  );
}

interface CheckboxProps {
  id: string;
  name: string;
  label: string;
  checked: boolean | undefined;
}

const Checkbox = ({ id, name, label, checked = false }: CheckboxProps) => (
  <label htmlFor={id} className="target flex min-h-8 max-w-xl items-center gap-2.5">
    <input id={id} type="checkbox" name={name} defaultChecked={checked} className="size-5 accent-accent" />
    {label}
  </label>
);
