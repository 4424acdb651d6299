import { errorCode } from '#server/http/answer-errors.ts';
import { ChatRefusal, type Code } from './replies.ts';

/** The protocol's code for a failure: `malformed` for a value that cannot be stored, `unavailable` for a busy database. */
export function chatErrorCode(error: unknown): Code {
  if (error instanceof ChatRefusal) return error.code;
  const code = errorCode(error);
  if (code === 'malformed') return 'malformed';
  if (code === 'disk_full') return 'noRoom';
  if (code === 'too_many_uploads') return 'tooMany';
  return code === 'unavailable' || code === 'conflict' ? 'unavailable' : 'internal';
}
