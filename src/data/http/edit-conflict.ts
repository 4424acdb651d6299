import { type RecordChange, recordChange } from '#resources/protocol/versions.ts';
import { session } from '../session/session.ts';
import { RequestError } from './request-error.ts';

/** Whether a save was refused because the record has changed since it was opened. */
export function isOutdated(error: unknown): error is RequestError {
  return error instanceof RequestError && error.status === 409;
}

/** The change made by the other person, with its time; null if the server does not tell. */
export function readRecordChange(error: RequestError): RecordChange | null {
  const parsed = recordChange.safeParse(error.body?.changed);
  return parsed.success ? parsed.data : null;
}

/** The author for the dialog, and whether it was the same person in another tab or on another device. */
export function changeAuthor(changed: RecordChange | null): { name: string; at: string; isOwn: boolean } | null {
  if (!changed) return null;
  const { by, at } = changed;
  return { name: by.name, at, isOwn: String(by.user) === session.userId.get() };
}
