import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type { Assertion, Attestation } from '../../server/auth/passkey-answer';
import { env } from '../../server/env';

/** A software passkey device: creates what a browser would send, with every part changeable. */

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
const text = (data: Buffer) => data.toString('base64url');

type Cbor = number | string | Buffer | [Cbor, Cbor][];

/** The subset of CBOR (RFC 8949) that WebAuthn needs. */
function cbor(value: Cbor): Buffer {
  const head = (major: number, n: number): Buffer => {
    if (n < 24) return Buffer.from([(major << 5) | n]);
    if (n < 256) return Buffer.from([(major << 5) | 24, n]);
    return Buffer.from([(major << 5) | 25, n >> 8, n & 255]);
  };
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.length), ...value.flatMap(([key, item]) => [cbor(key), cbor(item)])]);
}

export interface Lie {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  /** Flags: 1 user present, 4 user verified, 8 backup eligible, 16 backed up, 64 contains a key. */
  flags?: number;
  counter?: number;
  userHandle?: string | null;
}

export class Authenticator {
  readonly id = randomBytes(32);
  private readonly key: KeyObject;
  private readonly cose: Buffer;
  counter = 0;
  userHandle: string | null = null;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.key = privateKey;
    const { x, y } = publicKey.export({ format: 'jwk' });
    this.cose = cbor([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x!, 'base64url')],
      [-3, Buffer.from(y!, 'base64url')],
    ]);
  }

  private clientData(type: string, challenge: string, lie: Lie): Buffer {
    const origin = lie.origin ?? new URL(env.PUBLIC_URL).origin;
    return Buffer.from(
      JSON.stringify({
        type: lie.type ?? type,
        challenge: lie.challenge ?? challenge,
        origin,
        crossOrigin: false,
      }),
    );
  }

  private data(flags: number, lie: Lie, attested: Buffer): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(lie.counter ?? this.counter);
    const host = sha256(lie.rpId ?? new URL(env.PUBLIC_URL).hostname);
    return Buffer.concat([host, Buffer.from([lie.flags ?? flags]), counter, attested]);
  }

  make({ challenge, user_handle }: { challenge: string; user_handle: string }, lie: Lie = {}): Attestation {
    this.userHandle = user_handle;
    const length = Buffer.from([0, this.id.length]);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.id, this.cose]);
    const authData = this.data(1 | 4 | 64, lie, attested);
    const attestation = cbor([
      ['fmt', 'none'],
      ['attStmt', []],
      ['authData', authData],
    ]);
    return {
      id: text(this.id),
      client_data: text(this.clientData('webauthn.create', challenge, lie)),
      attestation: text(attestation),
      transports: ['internal'],
    };
  }

  /** Increments the counter unless the test sets one. */
  prove(challenge: string, lie: Lie = {}): Assertion {
    if (lie.counter === undefined) this.counter++;
    const clientData = this.clientData('webauthn.get', challenge, lie);
    const authData = this.data(1 | 4, lie, Buffer.alloc(0));
    return {
      id: text(this.id),
      client_data: text(clientData),
      authenticator_data: text(authData),
      signature: text(sign('sha256', Buffer.concat([authData, sha256(clientData)]), this.key)),
      user_handle: lie.userHandle === undefined ? this.userHandle : lie.userHandle,
    };
  }
}
