import { checkTypedUrl, type TypedRules } from '@/server/data-types/webhook-url';
import { defineFields } from '../../client/form-fields';
import { either } from '../../format/lists';
import type { Problem } from '../../ui/error-message';

export const webhookFields = defineFields({
  url: {
    pointer: '/url',
    label: 'URL',
    pattern: 'https?://.+',
    title: 'Starts with https://',
    required: true,
    maxLength: 2048,
    autoComplete: 'off',
  },
  events: { pointer: '/events', label: 'Events' },
  description: {
    pointer: '/description',
    label: 'Description',
    hint: 'Receiver and purpose',
    optional: true,
    maxLength: 500,
  },
});

/** "A public https URL on port 443 or 8443.", by the policy of the operator. */
export function urlHint({ allowHttp, allowPorts, hasExceptions }: TypedRules): string {
  const scheme = allowHttp ? 'http or https' : 'https';
  return `${hasExceptions ? 'An' : 'A public'} ${scheme} URL on port ${either(allowPorts.map(String))}.`;
}

/**
 * @param url null if unchanged
 * @throws Problem with all errors of the form
 */
export function assertFields(
  { url, events }: { url: string | null; events: readonly string[] },
  rules: TypedRules,
): void {
  const urlError = url === null ? null : checkTypedUrl(url, rules);
  const errors = [
    ...(urlError ? [{ ...urlError, pointer: '/url' }] : []),
    ...(events.length === 0
      ? [{ pointer: '/events', code: 'required', message: 'Select at least one event.' }]
      : []),
  ];
  if (errors.length > 0) throw { code: 'validation_failed', errors } satisfies Problem;
}
