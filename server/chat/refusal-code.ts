import { errorCode } from '#server/http/answer-errors.ts';
import { ChatRefusal, type Code } from './replies.ts';

/**
 * The protocol's error code: `malformed` for a value that cannot be stored, `unavailable` when the database is busy, and so on.
 */
export function chatRefusalCode(error: unknown): Code {
  if (error instanceof ChatRefusal) return error.code;
  const code = errorCode(error);
  if (code === 'malformed') return 'malformed';
  if (code === 'disk_full') return 'noRoom';
  if (code === 'too_many_uploads') return 'tooMany';
  return code === 'unavailable' || code === 'conflict' ? 'unavailable' : 'internal';
}
