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
 * Companies: the head one (`is_tenant`) and its subsidiaries (settings.md). `avatar` is a file id. `license_on` is `YYYY-MM-DD`
 * as text, because the two drivers read the type date differently.
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
  /** It is offered to no new employee; never the head one. */
  closed: Generated<boolean>;
}

/**
 * People: staff and residents (role `resident`). `phone` is `+7XXXXXXXXXX`, unique; a deleted person keeps the row (histories
 * refer to it) and loses the phone, so that it can be invited anew. `chat_id` is the chat's `usr…` name.
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
  /** The status that a blocked resident had before the block; null for all others. */
  suspended_from: 'active' | 'created' | null;
  /** Folded "last first last" for `like`, so that either order of the names is found; has a trigram index. */
  search: Computed<string>;
  created_at: MomentNow;
  updated_at: MomentNow;
  /** When their personal data were erased; null for nearly everybody. */
  erased_at: Generated<Date | null>;
}

/** Residents whose deletion can still be taken back, with what they lost by it; their flats stay until it cannot. */
interface ResidentDeletionsTable {
  user_id: number;
  phone: string;
  status: Exclude<UserStatus, 'deleted'>;
  deleted_at: Moment;
}

/** Employees whose deletion can still be taken back, with what they lost by it. */
interface EmployeeDeletionsTable {
  user_id: number;
  phone: string;
  status: Exclude<UserStatus, 'deleted'>;
  deleted_by: number | null;
  deleted_at: Moment;
}

/** Section levels of staff; a section without a row is denied. Sections are open: an installation may add its own. */
interface LevelsTable {
  user_id: number;
  section: string;
  level: LevelName;
}

/**
 * Tokens, stored as SHA-256 of what the person holds. `parent_id`: the session a socket ticket was given to; what has a
 * parent dies with it. Of a session `address` and `agent` (`User-Agent`) are those of the sign-in, `confirmed_at` is
 * when its password was last typed again, `second_factor` whether it took one. Of a `view` token `user_id` is the
 * person viewed as and the parent the session of the viewer. `second_factor` tokens wait for the second step of signing
 * in, `enrolment` ones for a factor to be set up.
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
 * SMS codes of password recovery (`anonymous`) and of a change while signed in (`authorized`), hashed. The newest unused row
 * of a person counts; rows of the last hours give the limit of attempts. `hash` is 16 bytes of salt and the SHA-256.
 * `token_id`: the session that asked for an `authorized` one; `used_at`: when it was typed right; `spent_at`: when the session
 * set a password by it.
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

/** Entrances that staff may see. A building is wholly open when all its entrances are held. */
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

/** Kinds of work. `icon` names a sign of the console, `place` the order in lists; those without one come last. */
interface ServicesTable {
  id: Id;
  name: string;
  icon: string;
  place: Generated<number | null>;
  /** No new request is made of it. */
  closed: Generated<boolean>;
}

/** Services a performer works on (EMP-44). */
interface UserServicesTable {
  user_id: number;
  service_id: number;
}

/**
 * Browsers registered for cloud push (SHELL-39). A registration belongs to the last person that made it and ends with
 * the session it was made in.
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

/** Apps that give codes. `secret`: the shared key; `last_step`: of the last code that was taken, so that none is taken twice. */
interface TotpFactorsTable {
  user_id: number;
  secret: Uint8Array;
  last_step: number;
  created_at: Moment;
}

/** Passkeys. `credential_id` is base64url, `public_key` COSE; `counter` as the authenticator said last. */
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

/** One-time codes against a lost telephone, as SHA-256 with the person. */
interface RecoveryCodesTable {
  user_id: number;
  hash: Uint8Array;
  created_at: Moment;
  used_at: MomentOrNull;
}

/**
 * The challenge to the owner of a token: of a `second_factor` one the second step (`sign-in`), of a session or an `enrolment` one
 * the first code of an app (`totp`, with its `secret`) or a new `passkey`. `challenge`: of WebAuthn, null once it was used.
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
