import type { Generated } from 'kysely';
import type { Computed, Id, Json, Moment, MomentNow, MomentOrNull } from './column-types.ts';

export type Role = 'admin' | 'superuser' | 'employee' | 'resident';
export type UserStatus = 'active' | 'created' | 'suspended' | 'deleted';
export type Gender = 'male' | 'female';
type LevelName = 'denied' | 'read' | 'write' | 'performer';
export type TokenPurpose =
  | 'session'
  | 'activation'
  | 'recovery'
  | 'socket'
  | 'view'
  | 'chat'
  | 'chat_pass'
  | 'second_factor'
  | 'enrolment';

/**
 * Companies: the head company (`is_tenant`) and its subsidiaries (settings.md). `avatar` is a file id; `license_on` is
 * `YYYY-MM-DD`, a text column.
 */
interface CompaniesTable {
  id: Id;
  label: string;
  is_tenant: Generated<boolean>;
  name_full: string;
  name_short: string;
  avatar: number | null;
  license_on: string | null;
  phones: Json<{ group: string; number: string }[]>;
  /** Not offered for new employees; never set for the head company. */
  closed: Generated<boolean>;
}

/**
 * People: staff and residents (role `resident`). `phone` is `+7XXXXXXXXXX`, unique; a deleted person keeps the row, because
 * histories refer to it, but loses the phone, so that the phone can be invited again. `chat_id` is the chat name `usr…`.
 */
interface UsersTable {
  id: Id;
  role: Role;
  phone: string | null;
  password_hash: string | null;
  status: Generated<UserStatus>;
  first_name: string;
  last_name: string;
  gender: Gender | null;
  email: string | null;
  position: string | null;
  company_id: number | null;
  avatar_file_id: number | null;
  chat_id: string | null;
  /** Status of a suspended resident before the suspension; null for everybody else. */
  suspended_from: 'active' | 'created' | null;
  /** Folded "last first last" for `like`, so that names are found in either order; has a trigram index. */
  search: Computed<string>;
  created_at: MomentNow;
  updated_at: MomentNow;
  /** When the personal data were erased; null for nearly everybody. */
  erased_at: Generated<Date | null>;
}

/**
 * Deleted residents whose deletion can still be undone, with the values to restore; their flats are kept until the undo period
 * ends.
 */
interface ResidentDeletionsTable {
  user_id: number;
  phone: string;
  status: Exclude<UserStatus, 'deleted'>;
  deleted_at: Moment;
}

/** Deleted employees whose deletion can still be undone, with the values to restore. */
interface EmployeeDeletionsTable {
  user_id: number;
  phone: string;
  status: Exclude<UserStatus, 'deleted'>;
  deleted_by: number | null;
  deleted_at: Moment;
}

/**
 * Section levels of staff; a section without a row is denied. Any section name is allowed, because installations add their own.
 */
interface LevelsTable {
  user_id: number;
  section: string;
  level: LevelName;
}

/**
 * Tokens, stored as SHA-256. `parent_id`: the session that a token was issued to; it is deleted with that session. For a session,
 * `address` and `agent` (`User-Agent`) are those of the sign-in, `confirmed_at` is when the password was last typed again,
 * `second_factor` whether a second factor was used. For a `view` token `user_id` is the person viewed as, and the parent is the
 * viewer's session. `second_factor` tokens wait for the second step of signing in, `enrolment` tokens for setting up a second
 * factor.
 */
export interface TokensTable {
  id: Id;
  user_id: number;
  hash: Uint8Array;
  purpose: TokenPurpose;
  created_at: MomentNow;
  expires_at: Moment;
  used_at: MomentOrNull;
  last_seen_at: MomentOrNull;
  parent_id: number | null;
  address: Generated<string | null>;
  agent: Generated<string | null>;
  confirmed_at: MomentOrNull;
  second_factor: Generated<boolean>;
}

/**
 * SMS codes of password recovery (`anonymous`) and of a password change while signed in (`authorized`), hashed. Only the newest
 * unused code of a person counts; rows of the last hours limit the attempts. `hash` is 16 bytes of salt and the SHA-256.
 * `token_id`: the session that requested an `authorized` code; `used_at`: when it was entered correctly; `spent_at`: when the
 * password was set with it.
 */
interface SmsCodesTable {
  id: Id;
  user_id: number;
  purpose: 'anonymous' | 'authorized';
  hash: Uint8Array;
  attempts: Generated<number>;
  created_at: MomentNow;
  expires_at: Moment;
  used_at: MomentOrNull;
  token_id: number | null;
  spent_at: MomentOrNull;
}

/** Entrances that staff have access to; a person has the whole building if all its entrances are assigned to them. */
interface UserPorchesTable {
  user_id: number;
  porch_id: number;
}

/** Flats of residents, in the order of the form (`place` from 1). */
interface ResidentsUnitsTable {
  user_id: number;
  unit_id: number;
  place: Generated<number>;
}

/** Kinds of work. `icon` is the name of an icon of the console; `place` the position in lists, null comes last. */
interface ServicesTable {
  id: Id;
  name: string;
  icon: string;
  place: Generated<number | null>;
  /** Not available for new requests. */
  closed: Generated<boolean>;
}

/** Services a performer works on (EMP-44). */
interface UserServicesTable {
  user_id: number;
  service_id: number;
}

/**
 * Browsers registered for cloud push (SHELL-39). A registration belongs to the last person who made it and is deleted with the
 * session it was made in.
 */
interface DevicesTable {
  id: Id;
  user_id: number;
  registration_id: string;
  type: string;
  token_id: number | null;
  created_at: MomentNow;
}

/** Rate-limit counters. `name`: the action and the address or phone it counts for. */
interface AttemptsTable {
  name: string;
  count: number;
  since: Moment;
}

/**
 * Authenticator apps. `secret`: the shared key; `last_step`: time step of the last accepted code, so that no code works twice.
 */
interface TotpFactorsTable {
  user_id: number;
  secret: Uint8Array;
  last_step: number;
  created_at: Moment;
}

/** Passkeys. `credential_id` is base64url, `public_key` COSE; `counter`: last value reported by the authenticator. */
interface PasskeysTable {
  id: Id;
  user_id: number;
  credential_id: string;
  public_key: Uint8Array;
  counter: number;
  transports: string[];
  name: string;
  created_at: Moment;
  last_used_at: MomentOrNull;
}

/** One-time recovery codes for a lost phone; `hash` is the SHA-256 of the user id and the code. */
interface RecoveryCodesTable {
  user_id: number;
  hash: Uint8Array;
  created_at: Moment;
  used_at: MomentOrNull;
}

/**
 * Open challenges of a token's owner: for a `second_factor` token the second step (`sign-in`); for a session or `enrolment` token
 * the first code of an app (`totp`, with its `secret`) or a new `passkey`. `challenge`: WebAuthn challenge, null until a passkey is requested and for `totp`; the row is deleted when it is used.
 */
interface SecondFactorChallengesTable {
  token_id: number;
  purpose: 'sign-in' | 'totp' | 'passkey';
  user_id: number;
  challenge: string | null;
  secret: Uint8Array | null;
  attempts: Generated<number>;
  expires_at: Moment;
}

/** Tables of people and their rights. */
export interface AccessTables {
  companies: CompaniesTable;
  users: UsersTable;
  employee_deletions: EmployeeDeletionsTable;
  resident_deletions: ResidentDeletionsTable;
  levels: LevelsTable;
  tokens: TokensTable;
  sms_codes: SmsCodesTable;
  user_porches: UserPorchesTable;
  residents_units: ResidentsUnitsTable;
  services: ServicesTable;
  user_services: UserServicesTable;
  devices: DevicesTable;
  attempts: AttemptsTable;
  totp_factors: TotpFactorsTable;
  passkeys: PasskeysTable;
  recovery_codes: RecoveryCodesTable;
  second_factor_challenges: SecondFactorChallengesTable;
}
