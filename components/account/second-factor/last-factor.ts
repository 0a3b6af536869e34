export const LAST_FACTOR =
  'This is your only second factor. Without it, your password alone gives access, and your recovery codes stop working.';
