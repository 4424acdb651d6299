import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** Options of WebAuthn, as far as an authenticator reads them. */
interface Options {
  challenge?: unknown;
  rp?: unknown;
  rpId?: unknown;
}

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const bytes = (data: Uint8Array) => Buffer.concat([Buffer.from([0x58, data.length]), data]);
const words = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

/** A point of P-256 as COSE has it: EC2, ES256. */
function cose(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const part = (value: string) => bytes(Buffer.from(value, 'base64url'));
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]);
  return Buffer.concat([head, part(x), Buffer.from([0x22]), part(y)]);
}

/** A security key in software: makes one passkey and signs with it. */
export class Authenticator {
  readonly id = randomBytes(16);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;
  /** Its next signature counter; a stolen copy of a key has an old one. */
  counter = 1;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** A browser's answer to options of registration. */
  make({ challenge, rp }: Options) {
    const { id = '' } = rp as { id?: string };
    const length = Buffer.from([0, this.id.length]);
    const key = Buffer.concat([Buffer.alloc(16), length, this.id, cose(this.#keys.publicKey)]);
    const data = this.#data(id, 0x41, key);
    const object = Buffer.concat([
      Buffer.from([0xa3]),
      words('fmt'),
      words('none'),
      words('attStmt'),
      Buffer.from([0xa0]),
      words('authData'),
      bytes(data),
    ]);
    const client = this.#client('webauthn.create', challenge);
    return this.#credential({
      clientDataJSON: client.toString('base64url'),
      attestationObject: object.toString('base64url'),
      transports: ['usb'],
    });
  }

  /** A browser's answer to options of signing in. */
  sign({ challenge, rpId }: Options) {
    const data = this.#data(String(rpId), 0x01);
    const client = this.#client('webauthn.get', challenge);
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), this.#keys.privateKey);
    return this.#credential({
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
    });
  }

  #credential<Response>(response: Response) {
    const id = this.id.toString('base64url');
    return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {}, response };
  }

  #client(type: string, challenge: unknown): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }));
  }

  #data(rpId: string, flags: number, more: Uint8Array = new Uint8Array()): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    this.counter += 1;
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, more]);
  }
}
