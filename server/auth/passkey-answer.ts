import { z } from 'zod';

const bytes = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[A-Za-z0-9_-]+$/, 'must be base64url');

/** A browser's answer to a challenge. Members of WebAuthn that we do not use are rejected. */
export const assertionSchema = z.strictObject({
  id: bytes(1400),
  client_data: bytes(4000),
  authenticator_data: bytes(2000),
  signature: bytes(2000),
  user_handle: bytes(100).nullable(),
});
export type Assertion = z.output<typeof assertionSchema>;

export const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
export const attestationSchema = z.strictObject({
  id: bytes(1400),
  client_data: bytes(4000),
  attestation: bytes(8000),
  transports: z.array(z.enum(TRANSPORTS)).max(10),
});
export type Attestation = z.output<typeof attestationSchema>;
