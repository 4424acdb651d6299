import type { FastifyBaseLogger } from 'fastify';
import type * as z from 'zod';
import type { passkeyConfirmBody, secondStepBody } from '#resources/protocol/access/second-factor.ts';
import type { RelyingParty } from '#server/access/relying-party.ts';

/** Loaded by the first passkey: it is larger than all else that a sign-in needs. */
const webAuthn = () => import('@simplewebauthn/server');

/** How long a browser may wait for its owner, ms. */
const TIMEOUT = 120_000;

type Attestation = z.output<typeof passkeyConfirmBody>['response'];
export type Assertion = Extract<z.output<typeof secondStepBody>, { way: 'passkey' }>['response'];

interface Known {
  credential_id: string;
  transports: readonly string[];
}
const described = ({ credential_id, transports }: Known) => ({ id: credential_id, transports: [...transports] });

/** Options for the browser to create a passkey. */
export async function registrationOptions(
  party: RelyingParty,
  { product, phone, passkeys }: { product: string; phone: string; passkeys: readonly Known[] },
) {
  const { generateRegistrationOptions } = await webAuthn();
  return generateRegistrationOptions({
    rpName: product,
    rpID: party.id,
    userName: phone,
    timeout: TIMEOUT,
    attestationType: 'none',
    excludeCredentials: passkeys.map(described),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  });
}

/** Options for the browser to sign in with a passkey. */
export async function authenticationOptions(party: RelyingParty, passkeys: readonly Known[]) {
  const { generateAuthenticationOptions } = await webAuthn();
  return generateAuthenticationOptions({
    rpID: party.id,
    timeout: TIMEOUT,
    allowCredentials: passkeys.map(described),
    userVerification: 'preferred',
  });
}

/** The passkey that a browser made; null if it does not answer the challenge. */
export async function madePasskey(
  party: RelyingParty,
  challenge: string,
  response: Attestation,
  log: Pick<FastifyBaseLogger, 'info'>,
) {
  const { verifyRegistrationResponse } = await webAuthn();
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
    });
    if (!verified) return null;
    const { id, publicKey, counter } = registrationInfo.credential;
    return { credential_id: id, public_key: publicKey, counter, transports: response.response.transports ?? [] };
  } catch (error) {
    // The library throws whatever is wrong with an answer.
    log.info({ err: error }, 'a passkey was not made');
    return null;
  }
}

/** The counter of a passkey that signed what it was asked to; null where it did not, or its counter went back. */
export async function signedCounter(
  party: RelyingParty,
  challenge: string,
  response: Assertion,
  passkey: Known & { public_key: Uint8Array; counter: number },
  log: Pick<FastifyBaseLogger, 'info'>,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await webAuthn();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.counter,
      },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch (error) {
    // The library throws whatever is wrong with an answer.
    log.info({ err: error }, 'a passkey was not taken');
    return null;
  }
}
