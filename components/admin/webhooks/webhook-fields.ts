import { defineFields } from '../../client/form-fields';

export const webhookFields = defineFields({
  url: {
    pointer: '/url',
    label: 'URL',
    hint: 'A public https URL. Private and local addresses are rejected.',
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
