import * as z from 'zod';
import { ROLES } from '../enums.ts';
import { editedVersion, recordVersion } from '../versions.ts';

/** One's own second factor (our addition `secondFactor`, G-69). */
export const SECOND_FACTOR_PATH = '/api/authorized/second-factor/';
/** The second step of a sign-in, with `pending` from the first. */
export const SECOND_STEP_PATH = '/api/anonymous/second-factor/';
/** The levels that must have a second factor, for administrators. */
export const SECOND_FACTOR_POLICY_PATH = '/api/authorized/second-factor-policy/';

/** Ways to prove one's identity besides the password. */
const SECOND_WAYS = ['totp', 'passkey', 'recovery'] as const;
export type SecondWay = (typeof SECOND_WAYS)[number];

export const SECOND_FACTOR_LIMITS = { passkeys: 10, passkeyName: 60, recoveryCodes: 10, appCodeDigits: 6 } as const;

/** Further keys in the response of `POST /api/auth` if the password is right but not enough. */
export const secondStep = z.object({
  /** Token for the second step only, valid once. With `enrol` it is valid only for the requests that set up a second factor. */
  pending: z.string(),
  /** Lifetime of `pending`, seconds. */
  expires_in: z.number().int(),
  /** The company requires a second factor that the person does not have yet. */
  enrol: z.boolean(),
  ways: z.array(z.enum(SECOND_WAYS)),
});
export type SecondStep = z.output<typeof secondStep>;

const pending = z.string({ error: 'validation.required' }).min(1, 'validation.required').max(100, 'validation.tooLong');
const digits = z
  .string({ error: 'validation.required' })
  .transform((typed) => typed.replace(/\s/g, ''))
  .pipe(z.string().regex(new RegExp(`^\\d{${SECOND_FACTOR_LIMITS.appCodeDigits}}$`), 'validation.appCode'));
const recoveryCode = z
  .string({ error: 'validation.required' })
  .min(1, 'validation.required')
  .max(60, 'validation.tooLong');
const base64url = (max: number) =>
  z
    .string()
    .max(max, 'validation.tooLong')
    .regex(/^[\w-]+$/, 'validation.text');

const credential = {
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}),
};
/** The browser's response to the options of a passkey sign-in. */
const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4_000),
    authenticatorData: base64url(4_000),
    signature: base64url(4_000),
    userHandle: base64url(200).optional(),
  }),
});
/** The browser's response to the options of creating a passkey. */
const attestation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4_000),
    attestationObject: base64url(16_000),
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
});

/** `POST SECOND_STEP_PATH`. */
export const secondStepBody = z.discriminatedUnion('way', [
  z.object({ pending, way: z.literal('totp'), code: digits }),
  z.object({ pending, way: z.literal('recovery'), code: recoveryCode }),
  z.object({ pending, way: z.literal('passkey'), response: assertion }),
]);

/** Response like that of a sign-in. `recovery_left`: number of unused codes, if one was used. */
export const secondStepAnswer = z.object({
  role: z.enum(ROLES),
  token: z.string(),
  recovery_left: z.number().int().optional(),
});

/** `POST SECOND_STEP_PATH passkey/`. */
export const passkeyOptionsBody = z.object({ pending });
/** WebAuthn options as the browser expects them; not interpreted elsewhere. */
export const webAuthnOptions = z.object({ options: z.record(z.string(), z.unknown()) });

const ownPasskey = z.object({
  id: z.number().int(),
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
});

/** `GET SECOND_FACTOR_PATH`. */
export const secondFactorAnswer = z.object({
  /** When the authenticator app was set up; null: no app. */
  totp: z.string().nullable(),
  passkeys: z.array(ownPasskey),
  recovery_left: z.number().int(),
  /** Whether the company requires a second factor of this person. */
  required: z.boolean(),
  /** Whether passkeys work at the address the console was opened with. */
  passkeys_possible: z.boolean(),
});

/** `POST SECOND_FACTOR_PATH totp/`: the secret, sent only once. */
export const totpStartAnswer = z.object({ secret: z.string(), uri: z.string() });
export const totpConfirmBody = z.object({ code: digits });
export const passkeyConfirmBody = z.object({
  name: z
    .string({ error: 'validation.required' })
    .trim()
    .min(1, 'validation.required')
    .max(SECOND_FACTOR_LIMITS.passkeyName, 'validation.tooLong')
    .regex(/^[^\u0000]*$/, 'validation.text'),
  response: attestation,
});

/** Response to setting up a factor: recovery codes with the first one, and a session if it was started with `pending`. */
export const enrolledAnswer = z.object({
  recovery_codes: z.array(z.string()).nullable(),
  role: z.enum(ROLES),
  token: z.string().nullable(),
});

/** `POST SECOND_FACTOR_PATH remove/`: removes a passkey by id, or the app with null; needs the password or a code of the app. */
export const removeFactorBody = z
  .object({
    passkey: z.int().min(1).nullable(),
    password: z.string().min(1, 'validation.required').max(1024, 'validation.tooLong').optional(),
    code: digits.optional(),
  })
  .refine(({ password, code }) => password !== undefined || code !== undefined, {
    path: ['password'],
    error: 'validation.required',
  });

/** `POST SECOND_FACTOR_PATH recovery-codes/`: ten new codes; older ones become invalid. */
export const recoveryCodesAnswer = z.object({ recovery_codes: z.array(z.string()) });

/** Groups for which a company can require a second factor: administrators, and people with a level in any section. */
export const SECOND_FACTOR_LEVELS = ['administrator', 'write', 'performer', 'read'] as const;
export type SecondFactorLevel = (typeof SECOND_FACTOR_LEVELS)[number];

export const policyBody = z.object({
  levels: z.array(z.enum(SECOND_FACTOR_LEVELS)).max(SECOND_FACTOR_LEVELS.length),
  version: editedVersion.optional(),
});
/** `without`: number of people who must have a second factor and have none yet. */
export const policyAnswer = z.object({
  levels: z.array(z.enum(SECOND_FACTOR_LEVELS)),
  without: z.number().int(),
  version: recordVersion,
});

/** `POST /api/crm/employee/:id/second-factor/reset/`. `told`: the person was notified by SMS. */
export const resetFactorAnswer = z.object({ params: z.object({ user: z.number().int(), told: z.boolean() }) });
