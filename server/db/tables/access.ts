import type { Generated } from 'kysely';
import type { Computed, Id, Json, Moment, MomentNow, MomentOrNull } from './column-types.ts';

export type Role = 'admin' | 'superuser' | 'employee' | 'resident';
export type UserStatus = 'active' | 'created' | 'suspended' | 'deleted';
export type Gender = 'male' | 'female';
type LevelName = 'denied' | 'read' | 'write' | 'performer';
export type TokenPurpose = 'session' | 'activation' | 'recovery' | 'socket' | 'view' | 'chat' | 'chat_pass';

/**
 * Companies: the head one (`is_tenant`) and its subsidiaries (B§3). `avatar` is a file id. `license_on` is `YYYY-MM-DD`
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
  /** What a blocked resident was before; null for everybody else. */
  suspended_from: 'active' | 'created' | null;
  /** Grows with every change of an employee by another one. */
  /** Folded "last first last" for `like`, so that either order of the names is found; has a trigram index. */
  search: Computed<string>;
  created_at: MomentNow;
  updated_at: MomentNow;
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
 * parent dies with it. Of a session `address` and `agent` (`User-Agent`) are those of the sign-in, `confirmed_at` is when its
 * password was last typed again. Of a `view` token `user_id` is who is looked at and the parent the session of who looks.
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

/** What staff may see: entrances. A building is wholly open when all its entrances are held. */
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

/** Kinds of work. `icon` names a sign of the console. */
interface ServicesTable {
  id: Id;
  name: string;
  icon: string;
}

/** Services a performer works on (B§2.9 step 4). */
interface UserServicesTable {
  user_id: number;
  service_id: number;
}

/**
 * Browsers registered for cloud push (A§7). A registration belongs to the last person who made it and ends with the session
 * it was made in.
 */
interface DevicesTable {
  id: Id;
  user_id: number;
  registration_id: string;
  type: string;
  token_id: number | null;
  created_at: MomentNow;
}

/** How often something that is limited was tried since a moment; `name` says what and by whom. */
interface AttemptsTable {
  name: string;
  count: number;
  since: Moment;
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
}
