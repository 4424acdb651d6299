import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { WireObject } from '#resources/protocol/open-shapes.ts';

/** A failure by the browser or its owner: refused, too slow, no such key. */
export class PasskeyRefused extends Error {}

/** Loaded when a passkey is asked for. */
const webAuthn = () => import('@simplewebauthn/browser');

/** Whether this browser knows passkeys at all. */
export const knowsPasskeys = (): boolean => typeof globalThis.PublicKeyCredential === 'function';

/** The default name of a passkey of this browser. */
export const deviceKind = (): 'phone' | 'computer' =>
  globalThis.matchMedia?.('(pointer: coarse)').matches ? 'phone' : 'computer';

async function asked<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    // Whatever the browser throws here, it made no passkey and signed nothing.
    throw new PasskeyRefused(error instanceof Error ? error.name : 'unknown', { cause: error });
  }
}

/** Has the browser make a passkey. @throws PasskeyRefused */
export async function makePasskey(options: WireObject): Promise<unknown> {
  const { startRegistration } = await webAuthn();
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return asked(() => startRegistration({ optionsJSON }));
}

/** Has the browser sign by a passkey. @throws PasskeyRefused */
export async function signByPasskey(options: WireObject): Promise<unknown> {
  const { startAuthentication } = await webAuthn();
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return asked(() => startAuthentication({ optionsJSON }));
}
