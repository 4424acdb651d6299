import * as z from 'zod';
import { ROLES } from '../enums.ts';
import { recordVersion, seenVersion } from '../versions.ts';

/** One's own second factor (additive; only where the server says `secondFactor`, G-69). */
export const SECOND_FACTOR_PATH = '/api/authorized/second-factor/';
/** The second step of signing in, with the `pending` of the first. */
export const SECOND_STEP_PATH = '/api/anonymous/second-factor/';
/** The levels that must have a second factor, for administrators. */
export const SECOND_FACTOR_POLICY_PATH = '/api/authorized/second-factor-policy/';

/** The ways to prove one's identity besides the password. */
const SECOND_WAYS = ['totp', 'passkey', 'recovery'] as const;
export type SecondWay = (typeof SECOND_WAYS)[number];

export const SECOND_FACTOR_LIMITS = { passkeys: 10, passkeyName: 60, recoveryCodes: 10, appCodeDigits: 6 } as const;

/** Further keys of `POST /api/auth` where the password was right and is not enough. */
export const secondStep = z.object({
  /** Opens the second step alone, once. With `enrol` the token of the calls that set a second factor up, and of no others. */
  pending: z.string(),
  /** Seconds. */
  expires_in: z.number().int(),
  /** The company asks for a second factor that the person does not have yet. */
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
/** A browser's answer to options of signing in by a passkey. */
const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4_000),
    authenticatorData: base64url(4_000),
    signature: base64url(4_000),
    userHandle: base64url(200).optional(),
  }),
});
/** A browser's answer to options of making a passkey. */
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

/** As a sign-in answers. `recovery_left`: codes that are left after one was used. */
export const secondStepAnswer = z.object({
  role: z.enum(ROLES),
  token: z.string(),
  recovery_left: z.number().int().optional(),
});

/** `POST SECOND_STEP_PATH passkey/`. */
export const passkeyOptionsBody = z.object({ pending });
/** Options of WebAuthn as the browser takes them, opaque to the rest of the code. */
export const webAuthnOptions = z.object({ options: z.record(z.string(), z.unknown()) });

const ownPasskey = z.object({
  id: z.number().int(),
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
});

/** `GET SECOND_FACTOR_PATH`. */
export const secondFactorAnswer = z.object({
  /** Since when an app gives codes; null: none does. */
  totp: z.string().nullable(),
  passkeys: z.array(ownPasskey),
  recovery_left: z.number().int(),
  /** The company asks for a second factor of this person. */
  required: z.boolean(),
  /** Whether passkeys can be made at the address the console was opened by. */
  passkeys_possible: z.boolean(),
});

/** `POST SECOND_FACTOR_PATH totp/`: the key, sent this once. */
export const totpBegunAnswer = z.object({ secret: z.string(), uri: z.string() });
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

/** The answer to setting up a factor: recovery codes with the first one, and the session where it was begun by `pending`. */
export const enrolledAnswer = z.object({
  recovery_codes: z.array(z.string()).nullable(),
  role: z.enum(ROLES),
  token: z.string().nullable(),
});

/** `POST SECOND_FACTOR_PATH remove/`: a passkey by its id, or the app with null; with the password or a code of the app. */
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

/** `POST SECOND_FACTOR_PATH recovery-codes/`: ten others; those from before are worth nothing. */
export const recoveryCodesAnswer = z.object({ recovery_codes: z.array(z.string()) });

/** Groups that a company may require a second factor of: administrators, and people with a level in any section. */
export const SECOND_FACTOR_LEVELS = ['administrator', 'write', 'performer', 'read'] as const;
export type SecondFactorLevel = (typeof SECOND_FACTOR_LEVELS)[number];

export const policyBody = z.object({
  levels: z.array(z.enum(SECOND_FACTOR_LEVELS)).max(SECOND_FACTOR_LEVELS.length),
  version: seenVersion.optional(),
});
/** `without`: how many people that it is required of have none yet. */
export const policyAnswer = z.object({
  levels: z.array(z.enum(SECOND_FACTOR_LEVELS)),
  without: z.number().int(),
  version: recordVersion,
});

/** `POST /api/crm/employee/:id/second-factor/reset/`. `told`: an SMS says so to the person. */
export const resetFactorAnswer = z.object({ params: z.object({ user: z.number().int(), told: z.boolean() }) });
