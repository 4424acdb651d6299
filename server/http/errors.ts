import { text } from '#i18n/text.ts';
import type { ErrorAnswer, FieldsAnswer } from '#resources/protocol/errors.ts';

/** All error codes with their HTTP status and the i18n key of the message. */
export const ERRORS = {
  malformed: [400, 'api.malformed'],
  too_deep: [400, 'api.tooDeep'],
  too_many_values: [400, 'api.tooManyValues'],
  too_many_parameters: [400, 'api.tooManyParameters'],
  import_file: [400, 'import.refused'],
  readings_closed: [400, 'readings.closed'],
  readings_unset: [400, 'readings.unset'],
  signed_out: [401, 'api.signedOut'],
  unknown_token: [401, 'api.unknownToken'],
  second_step_over: [401, 'api.secondStepOver'],
  suspended: [403, 'api.suspended'],
  account_suspended: [401, 'api.suspended'],
  resident: [403, 'api.resident'],
  no_right: [403, 'api.noRight'],
  sms_limit: [403, 'api.smsLimit'],
  code_limit: [403, 'api.codeLimit'],
  code_needed: [403, 'api.codeNeeded'],
  confirm_needed: [403, 'api.confirmNeeded'],
  partial_building: [403, 'access.building'],
  elsewhere: [403, 'access.elsewhere'],
  own_record: [403, 'access.ownRecord'],
  away_building: [403, 'access.away'],
  closed_places: [403, 'access.places'],
  not_known: [403, 'access.unknown'],
  nothing_to_change: [409, 'taskRules.sameAsBefore'],
  foreign_task: [403, 'taskRules.notYours'],
  own_employee: [403, 'employees.refused.own'],
  beyond_rights: [403, 'employees.refused.phone'],
  status_beyond_rights: [403, 'employees.refused.status'],
  last_administrator: [403, 'employees.refused.lastAdministrator'],
  last_superuser: [403, 'employees.refused.lastSuperuser'],
  not_invited: [409, 'employees.refused.invited'],
  cannot_invite: [403, 'api.cannotInvite'],
  sent_by_gateway: [409, 'api.sentByGateway'],
  cannot_view: [403, 'employees.refused.view'],
  read_only: [403, 'employees.refused.readOnly'],
  foreign_origin: [403, 'api.foreignOrigin'],
  not_found: [404, 'api.notFound'],
  no_such_user: [404, 'api.noSuchUser'],
  wrong_code: [404, 'api.wrongCode'],
  no_building: [404, 'api.noBuilding'],
  conflict: [409, 'api.conflict'],
  factor_there: [409, 'api.factorThere'],
  factor_first: [409, 'api.factorFirst'],
  last_factor: [409, 'api.lastFactor'],
  no_factor: [409, 'api.noFactor'],
  no_passkey: [409, 'api.noPasskey'],
  no_passkeys_here: [409, 'api.noPasskeysHere'],
  too_many_passkeys: [409, 'api.tooManyPasskeys'],
  building_busy: [409, 'buildingPlan.refused.busy'],
  unit_tied: [409, 'buildingPlan.refused.tied'],
  delete_first: [409, 'personalData.deleteFirst'],
  definition_broken: [422, 'api.definitionBroken'],
  sections_clash: [409, 'api.sectionsClash'],
  definition_changed: [409, 'api.definitionChanged'],
  record_changed: [409, 'api.changed'],
  still_referred: [409, 'links.referred'],
  still_referred_below: [409, 'links.referredBelow'],
  linked_too_many: [409, 'links.tooMany'],
  linked_closed: [403, 'links.closed'],
  linked_taken: [409, 'links.taken'],
  reference_gone: [409, 'links.gone'],
  reference_round: [409, 'links.round'],
  move_closed: [409, 'moves.closed'],
  move_waits: [409, 'moves.waits'],
  not_mover: [403, 'moves.only'],
  too_late_to_undo: [409, 'taskRules.noUndo'],
  shift_accepted: [409, 'shift.refused.accepted'],
  too_many_notes: [409, 'shift.refused.tooManyNotes'],
  directory_in_use: [409, 'directories.inUse'],
  head_company: [409, 'directories.headCompany'],
  too_many_in_directory: [409, 'directories.tooMany'],
  too_many_answers: [409, 'answers.tooMany'],
  too_many_views: [409, 'api.tooManyViews'],
  too_large: [413, 'api.tooLarge'],
  unsupported: [415, 'api.unsupported'],
  request_timeout: [408, 'api.requestTimeout'],
  too_long: [431, 'api.tooLong'],
  key_reused: [422, 'api.keyReused'],
  upgrade_required: [426, 'api.upgradeRequired'],
  too_many_requests: [429, 'api.tooManyRequests'],
  too_many_uploads: [429, 'api.tooManyUploads'],
  too_many_sign_ins: [429, 'api.tooManySignIns'],
  unexpected: [500, 'api.unexpected'],
  bad_gateway: [502, 'api.unavailable'],
  unavailable: [503, 'api.unavailable'],
  not_ready: [503, 'api.notReady'],
  overloaded: [503, 'api.overloaded'],
  sms_failed: [503, 'api.smsFailed'],
  invitation_waits: [503, 'api.invitationWaits'],
  disk_full: [507, 'api.diskFull'],
  gateway_timeout: [504, 'api.slow'],
  staging_late: [504, 'staging.pass.late'],
  staging_unavailable: [503, 'staging.pass.unavailable'],
  staging_failed: [502, 'staging.pass.failed'],
  staging_html: [502, 'staging.pass.html'],
  staging_expired: [502, 'staging.pass.expired'],
  staging_certificate: [502, 'staging.pass.certificate'],
  staging_no_name: [502, 'staging.pass.noName'],
  staging_refused: [502, 'staging.pass.refused'],
  staging_broken: [502, 'staging.pass.broken'],
} as const satisfies Record<string, readonly [status: number, text: string]>;

export type ErrorCode = keyof typeof ERRORS;

/**
 * An error response. The user sees the message of its code; the message of this object is only for the log.
 * @param params values for the message; `told`: additional keys of the response body (`refusals` of the route)
 * @param cause original error; logged, never sent
 */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly params: Record<string, unknown>;
  constructor(code: ErrorCode, params: Record<string, unknown> = {}, cause?: unknown) {
    super(code, { cause });
    this.name = 'ApiError';
    this.code = code;
    this.params = params;
  }
  get status(): number {
    return ERRORS[this.code][0];
  }
}

/**
 * A 400 about single fields: text keys (or sentences) by wire name (API-21).
 * @param refusal set when a missing right is the reason: the reason for the security log
 */
export class FieldsError extends Error {
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly status = 400;
  readonly refusal: string | null;
  constructor(fields: Readonly<Record<string, readonly string[]>>, refusal: string | null = null) {
    super(`bad fields: ${Object.keys(fields).join(', ')}`);
    this.name = 'FieldsError';
    this.fields = fields;
    this.refusal = refusal;
  }
}

/** Response body of an error code. */
export function errorBody(code: ErrorCode, requestId: string, params: Record<string, unknown> = {}): ErrorAnswer {
  const { cooldown_seconds, username, changed, told } = params;
  return {
    ...(typeof told === 'object' ? told : {}),
    detail: text(ERRORS[code][1], params),
    code,
    request_id: requestId,
    ...(typeof cooldown_seconds === 'number' ? { cooldown_seconds } : {}),
    ...(typeof username === 'string' ? { username } : {}),
    ...(changed ? { changed: changed as ErrorAnswer['changed'] } : {}),
  };
}

/** Response body of a 400 about single fields. */
export function fieldsBody(fields: Readonly<Record<string, readonly string[]>>, requestId: string): FieldsAnswer {
  const sentences = Object.entries(fields).map(([name, keys]) => [name, keys.map((key) => text(key))]);
  return { ...Object.fromEntries(sentences), request_id: requestId } as FieldsAnswer;
}
