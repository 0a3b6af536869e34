import { expect, it } from 'vitest';
import { readArguments, type Command } from '../../../server/cli/arguments';
import { labConnectionCreate } from '../../../server/cli/lab-connection-create';
import { labConnectionList } from '../../../server/cli/lab-connection-list';
import { labConnectionShow } from '../../../server/cli/lab-connection-show';
import { labConnectionUpdate } from '../../../server/cli/lab-connection-update';
import { orderDestinationSave } from '../../../server/cli/order-destination-save';
import { labUnitMap } from '../../../server/cli/lab-unit-map';
import {
  createLabConnectionInput,
  updateLabConnectionInput,
} from '../../../server/domain/lab-connections/contract';
import { testOrg } from '../../support/database';
import { freePort } from '../../support/server';
import { nightly } from '../../support/test-size';

/** Lab connections by the operator's tool. */

async function run(command: Command, ...words: string[]) {
  const { given } = readArguments([...command.name.split(' '), ...words], [command]);
  return (await command.run(given)) as Record<string, unknown>;
}

const flags = ({ flags }: Command) => Object.keys(flags).sort();
const named = (fields: string[]) =>
  fields.map((field) => (field === 'allowed_addresses' ? 'allow' : field.replaceAll('_', '-')));

it('lab-connection command has a flag for each setting of the contract', () => {
  const created = named(Object.keys(createLabConnectionInput.shape));
  expect(flags(labConnectionCreate)).toEqual([...created, 'org', 'dir'].sort());
  const updated = named(Object.keys(updateLabConnectionInput.shape).filter((field) => field !== 'id'));
  expect(flags(labConnectionUpdate)).toEqual([...updated, 'org'].sort());
});

it('lab-connection command creates, changes, clears and shows all settings', nightly, async () => {
  const org = await testOrg();
  const port = await freePort();
  const inOrg = ['--org', org.slug];
  const made = await run(
    labConnectionCreate,
    ...inOrg,
    '--name',
    'Central',
    '--transport',
    'mllp',
    '--port',
    `${port}`,
    '--tls',
    'true',
    '--allow',
    '10.2.0.0/16, 192.0.2.7',
    '--mrn-authority',
    'NHS',
    '--update-mode',
    'merge_lines',
    '--decimal-comma',
    'true',
    '--accession-field',
    'obr18',
    '--charset',
    '8859/1',
    '--director',
    'Dr. Example',
    '--receiving-application',
    'CLINIC',
    '--silence-hours',
    '4',
    '--working-hours',
    '1,2,3 08:00-18:00',
  );
  expect(made).toMatchObject({
    port,
    tls: true,
    allowed_addresses: ['10.2.0.0/16', '192.0.2.7/32'],
    mrn_authority: 'NHS',
    update_mode: 'merge_lines',
    decimal_comma: true,
    accession_field: 'obr18',
    charset: '8859/1',
    receiving_application: 'CLINIC',
    silence_hours: 4,
    director: 'Dr. Example',
    working_hours: { days: [1, 2, 3], from: '08:00', to: '18:00' },
  });
  const id = made.id as string;
  const changed = await run(
    labConnectionUpdate,
    id,
    '--decimal-comma',
    'false',
    '--mrn-authority',
    'none',
    '--working-hours',
    'none',
    '--enabled=false',
    '--allow',
    'none',
  );
  const after = {
    enabled: false,
    allowed_addresses: [],
    decimal_comma: false,
    mrn_authority: null,
    working_hours: null,
  };
  expect(changed).toMatchObject({ ...after, silence_hours: 4, version: 2 });
  await run(labUnitMap, id, ...inOrg, '--unit', 'mg%', '--ucum', 'mg/dL');
  expect(await run(labConnectionShow, id)).toEqual({ ...changed, units: { 'mg%': 'mg/dL' } });
  await run(labUnitMap, id, ...inOrg, '--unit', 'mg%', '--ucum', 'none');
  expect(await run(labConnectionShow, id, ...inOrg)).toMatchObject({ units: {} });
  expect(await run(labConnectionList, ...inOrg)).toMatchObject({ data: [{ id, name: 'Central' }] });
});

it.each([
  [['--decimal-comma', 'yes'], '--decimal-comma must be one of true, false.'],
  [['--update-mode', 'append'], '--update-mode must be one of replace_panel, merge_lines.'],
  [['--silence-hours', '4h'], '--silence-hours must be a whole number.'],
  [['--silence-hours', '900'], /^--silence-hours: /],
  [['--time-zone', 'Europe/Nowhere'], /^--time-zone: /],
  [['--name', 'none', '--working-hours', 'weekdays'], /^--working-hours must be days/],
  [[], 'Give at least one setting to change.'],
])('lab-connection command names the invalid flag: %j', async (words, problem) => {
  await expect(run(labConnectionUpdate, 'lab_01jcxyz0000000000000000000', ...words)).rejects.toThrow(problem);
});

it('order-destination command sets and changes where orders are sent', nightly, async () => {
  const org = await testOrg();
  const inOrg = ['--org', org.slug];
  const { id } = await run(labConnectionCreate, ...inOrg, '--name', 'Orders', '--transport', 'https');
  const folder = [String(id), ...inOrg, '--transport', 'folder', '--dir', '/srv/orders'];
  const made = await run(orderDestinationSave, ...folder, '--account-number', 'A-1');
  expect(made).toMatchObject({ transport: 'folder', directory: '/srv/orders', account_number: 'A-1' });
  const changed = await run(
    orderDestinationSave,
    String(id),
    '--message-type',
    'ORM^O01',
    '--hl7-version',
    '2.3.1',
  );
  expect(changed).toMatchObject({
    directory: '/srv/orders',
    account_number: 'A-1',
    message_type: 'ORM^O01',
    hl7_version: '2.3.1',
    version: 2,
  });
  await expect(run(orderDestinationSave, String(id), '--client-key', '/nowhere.pem')).rejects.toThrow(
    '--client-key: the file /nowhere.pem cannot be read.',
  );
  await expect(run(orderDestinationSave, String(id), '--host', 'lab.example')).rejects.toMatchObject({
    extras: { errors: [{ pointer: '/host', code: 'not_allowed' }] },
  });
});
