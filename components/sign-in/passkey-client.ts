/** Access to the browser's passkeys; the package for it is loaded on first use. */
import { PRODUCT_NAME } from '../ui/product-name';

export interface PasskeyQuestion {
  challenge: string;
  rp_id: string;
  allow: { id: string; transports: string[] }[];
}

export interface NewPasskeyQuestion {
  challenge: string;
  rp_id: string;
  user_handle: string;
  user_name: string;
  display_name: string;
  exclude: { id: string; transports: string[] }[];
}

export interface NewPasskey {
  id: string;
  client_data: string;
  attestation: string;
  transports: string[];
}

type Transport = 'usb' | 'nfc' | 'ble' | 'internal' | 'hybrid' | 'cable' | 'smart-card';
const KNOWN: readonly string[] = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

const descriptors = (list: PasskeyQuestion['allow']) =>
  list.map(({ id, transports }) => ({
    id,
    type: 'public-key' as const,
    transports: transports as Transport[],
  }));

const TIMEOUT_MS = 120_000;

/** Requests a passkey. Rejects when the user declines. @returns the form field */
export async function provePasskey({ challenge, rp_id, allow }: PasskeyQuestion): Promise<string> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const { id, response } = await startAuthentication({
    optionsJSON: {
      challenge,
      rpId: rp_id,
      allowCredentials: descriptors(allow),
      userVerification: 'required',
      timeout: TIMEOUT_MS,
    },
  });
  return JSON.stringify({
    id,
    client_data: response.clientDataJSON,
    authenticator_data: response.authenticatorData,
    signature: response.signature,
    user_handle: response.userHandle || null,
  });
}

/** Creates a passkey. Rejects when the user declines or the device already has one for this service. */
export async function makePasskey(question: NewPasskeyQuestion): Promise<NewPasskey> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const { id, response } = await startRegistration({
    optionsJSON: {
      challenge: question.challenge,
      rp: { id: question.rp_id, name: PRODUCT_NAME },
      user: { id: question.user_handle, name: question.user_name, displayName: question.display_name },
      // EdDSA, ES256, RS256: supported by the server.
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key' as const, alg })),
      excludeCredentials: descriptors(question.exclude),
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
      timeout: TIMEOUT_MS,
    },
  });
  return {
    id,
    client_data: response.clientDataJSON,
    attestation: response.attestationObject,
    transports: (response.transports ?? []).filter((transport) => KNOWN.includes(transport)),
  };
}

/** The reason for a failure, as shown to users. */
export function passkeyProblem(thrown: unknown): string {
  const name = (thrown as { name?: unknown } | null)?.name;
  const code = (thrown as { code?: unknown } | null)?.code;
  if (name === 'InvalidStateError' || code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return 'This device already has your passkey for this service.';
  if (name === 'NotAllowedError' || code === 'ERROR_CEREMONY_ABORTED')
    return 'No passkey was used. The request was canceled or timed out. Try again.';
  return 'The passkey did not work in this browser. Use another method.';
}
