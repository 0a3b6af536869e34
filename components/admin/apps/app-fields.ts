import { defineFields } from '../../client/form-fields';

/** Shared by the forms of new and existing applications. */
export const appFields = defineFields({
  name: {
    pointer: '/name',
    label: 'Name',
    hint: 'Shown to users on the consent page',
    required: true,
    maxLength: 100,
    autoComplete: 'off',
    className: 'max-w-xl',
  },
  kind: { pointer: '/kind', label: 'Type' },
  auth_method: {
    pointer: '/auth_method',
    label: 'Client authentication',
    hint: 'Cannot be changed later. Most libraries use the header.',
    className: 'max-w-md',
  },
  redirects: {
    pointer: '/redirect_uris',
    label: 'Redirect URIs',
    hint: 'One per line, matched exactly. https://, or http://127.0.0.1 for desktop apps.',
    required: true,
    rows: 3,
    spellCheck: false,
    autoComplete: 'off',
    className: 'max-w-3xl',
  },
  scopes: { pointer: '/scopes', label: 'Permissions' },
});

export type AppControls = ReturnType<typeof appFields.controls>;
