import { DEFAULT_RATE_LIMIT } from '@/server/domain/api-keys/rules';
import { defineFields } from '../../client/form-fields';
import { TextArea, TextField } from '../../ui/text-field';

export const keyFields = defineFields({
  name: {
    pointer: '/name',
    label: 'Name',
    hint: 'The system that uses this key',
    required: true,
    maxLength: 100,
    autoComplete: 'off',
    className: 'max-w-xl',
  },
  purpose: {
    pointer: '/purpose',
    label: 'Purpose',
    hint: 'What the key is for and who to contact',
    optional: true,
    rows: 2,
    maxLength: 500,
    className: 'max-w-xl',
  },
  scopes: { pointer: '/scopes', label: 'Permissions', missing: 'Select at least one permission.' },
  lifetime: { pointer: '/expires_at', label: 'Lifetime', className: 'max-w-64' },
  addresses: {
    pointer: '/ip_allow_list',
    label: 'Allowed addresses',
    hint: 'One per line, for example 198.51.100.0/24 or 2001:db8::/32. Leave blank to allow all.',
    optional: true,
    rows: 3,
    spellCheck: false,
    autoComplete: 'off',
    className: 'max-w-xl',
  },
  rate_limit: {
    pointer: '/rate_limit',
    label: 'Requests per minute',
    type: 'number',
    hint: `Leave blank for ${DEFAULT_RATE_LIMIT}`,
    optional: true,
    min: 1,
    max: 1_000_000,
    className: 'max-w-64',
  },
});

interface KeyFieldsProps {
  name?: string;
  purpose?: string | null;
  addresses?: readonly string[];
  rateLimit?: number | null;
  field: ReturnType<typeof keyFields.controls>['field'];
}

export const NameFields = ({ name = '', purpose, field }: KeyFieldsProps) => (
  <>
    <TextField {...field('name')} defaultValue={name} />
    <TextArea {...field('purpose')} defaultValue={purpose ?? ''} />
  </>
);

export const LimitFields = ({ addresses = [], rateLimit, field }: KeyFieldsProps) => (
  <>
    <TextArea {...field('addresses')} defaultValue={addresses.join('\n')} />
    <TextField {...field('rate_limit')} defaultValue={rateLimit ?? ''} />
  </>
);
