import { DomainError } from '../errors/domain-error';

/** Credentials of the account, in a session opened by single sign-on. */
export const managedElsewhere = () =>
  new DomainError(
    'forbidden',
    'You signed in through your organization. To change this, sign in with your password or passkey.',
  );
