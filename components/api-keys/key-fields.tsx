/** The fields that a new key and a changed one share. */
import { TextArea, TextField } from '../ui/text-field';

interface KeyFieldsProps {
  name?: string;
  purpose?: string | null;
  addresses?: readonly string[];
  rateLimit?: number | null;
  at: (pointer: string) => string | undefined;
}

export function NameFields({ name = '', purpose, at }: Pick<KeyFieldsProps, 'name' | 'purpose' | 'at'>) {
  return (
    <>
      <TextField
        id="name"
        name="name"
        label="Name"
        hint="The system that uses the key"
        defaultValue={name}
        required
        maxLength={100}
        autoComplete="off"
        className="max-w-xl"
        error={at('/name')}
      />
      <TextArea
        id="purpose"
        name="purpose"
        label="Purpose"
        hint="What it is for, and whom to ask about it"
        optional
        defaultValue={purpose ?? ''}
        rows={2}
        maxLength={500}
        className="max-w-xl"
        error={at('/purpose')}
      />
    </>
  );
}

export function LimitFields({
  addresses = [],
  rateLimit,
  at,
}: Pick<KeyFieldsProps, 'addresses' | 'rateLimit' | 'at'>) {
  return (
    <>
      <TextArea
        id="addresses"
        name="addresses"
        label="Only from these addresses"
        hint="One a line: 198.51.100.7, 198.51.100.0/24 or 2001:db8::/32. Empty: from everywhere."
        optional
        defaultValue={addresses.join('\n')}
        rows={3}
        spellCheck={false}
        autoComplete="off"
        className="max-w-xl"
        error={at('/ip_allow_list')}
      />
      <TextField
        id="rate-limit"
        name="rate_limit"
        type="number"
        label="Requests per minute"
        hint="Empty: 600"
        optional
        defaultValue={rateLimit ?? ''}
        min={1}
        max={1_000_000}
        className="max-w-64"
        error={at('/rate_limit')}
      />
    </>
  );
}
