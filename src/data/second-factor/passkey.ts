import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { WireObject } from '#resources/protocol/open-shapes.ts';

/** The browser or the person has refused: cancelled, timeout, no matching passkey. */
export class PasskeyRefused extends Error {}

/** Loaded only when a passkey is needed. */
const webAuthn = () => import('@simplewebauthn/browser');

/** Whether this browser supports passkeys. */
export const supportsPasskeys = (): boolean => typeof globalThis.PublicKeyCredential === 'function';

/** Kind of this device, for the default name of a passkey. */
export const deviceKind = (): 'phone' | 'computer' =>
  globalThis.matchMedia?.('(pointer: coarse)').matches ? 'phone' : 'computer';

async function orRefused<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    // Any error means that no passkey was created or used.
    throw new PasskeyRefused(error instanceof Error ? error.name : 'unknown', { cause: error });
  }
}

/**
 * Creates a passkey in the browser.
 * @throws PasskeyRefused
 */
export async function createPasskey(options: WireObject): Promise<unknown> {
  const { startRegistration } = await webAuthn();
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return orRefused(() => startRegistration({ optionsJSON }));
}

/**
 * Signs a challenge with a passkey.
 * @throws PasskeyRefused
 */
export async function signWithPasskey(options: WireObject): Promise<unknown> {
  const { startAuthentication } = await webAuthn();
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return orRefused(() => startAuthentication({ optionsJSON }));
}
