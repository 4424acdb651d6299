import type { FastifyBaseLogger } from 'fastify';
import type * as z from 'zod';
import type { passkeyConfirmBody, secondStepBody } from '#resources/protocol/access/second-factor.ts';
import type { RelyingParty } from '#server/access/relying-party.ts';

/** Imported lazily: the library is larger than everything else a sign-in needs. */
const importWebAuthn = () => import('@simplewebauthn/server');

/** How long the browser waits for the person, ms. */
const TIMEOUT_MS = 120_000;

type Attestation = z.output<typeof passkeyConfirmBody>['response'];
export type Assertion = Extract<z.output<typeof secondStepBody>, { way: 'passkey' }>['response'];

interface StoredPasskey {
  credential_id: string;
  transports: readonly string[];
}
const toDescriptor = ({ credential_id, transports }: StoredPasskey) => ({
  id: credential_id,
  transports: [...transports],
});

/** Options for the browser to create a passkey. */
export async function registrationOptions(
  party: RelyingParty,
  { product, phone, passkeys }: { product: string; phone: string; passkeys: readonly StoredPasskey[] },
) {
  const { generateRegistrationOptions } = await importWebAuthn();
  return generateRegistrationOptions({
    rpName: product,
    rpID: party.id,
    userName: phone,
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: passkeys.map(toDescriptor),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  });
}

/** Options for the browser to sign in with a passkey. */
export async function authenticationOptions(party: RelyingParty, passkeys: readonly StoredPasskey[]) {
  const { generateAuthenticationOptions } = await importWebAuthn();
  return generateAuthenticationOptions({
    rpID: party.id,
    timeout: TIMEOUT_MS,
    allowCredentials: passkeys.map(toDescriptor),
    userVerification: 'preferred',
  });
}

/** Verifies a passkey that a browser has created; null if it does not answer the challenge. */
export async function verifyNewPasskey(
  party: RelyingParty,
  challenge: string,
  response: Attestation,
  log: Pick<FastifyBaseLogger, 'info'>,
) {
  const { verifyRegistrationResponse } = await importWebAuthn();
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
    // The library throws for every kind of invalid answer.
    log.info({ err: error }, 'a passkey was not made');
    return null;
  }
}

/** Verifies a signature and returns the passkey's new counter; null if the signature is wrong or the counter went back. */
export async function verifySignedCounter(
  party: RelyingParty,
  challenge: string,
  response: Assertion,
  passkey: StoredPasskey & { public_key: Uint8Array; counter: number },
  log: Pick<FastifyBaseLogger, 'info'>,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await importWebAuthn();
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
    // The library throws for every kind of invalid answer.
    log.info({ err: error }, 'a passkey was not taken');
    return null;
  }
}
