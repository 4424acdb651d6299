import { type RecordChange, recordChange } from '#resources/protocol/versions.ts';
import { session } from '../session/session.ts';
import { RequestError } from './request-error.ts';

/** Whether a change was refused because the record was changed since it was opened. */
export function isOutdated(error: unknown): error is RequestError {
  return error instanceof RequestError && error.status === 409;
}

/** The change of the record by another person, with its time; null where the server does not say. */
export function readRecordChange(error: RequestError): RecordChange | null {
  const told = recordChange.safeParse(error.body?.changed);
  return told.success ? told.data : null;
}

/** The same for the dialog, with whether it was the same person in another tab or on another device. */
export function changeAuthor(changed: RecordChange | null): { name: string; at: string; isOwn: boolean } | null {
  if (!changed) return null;
  const { by, at } = changed;
  return { name: by.name, at, isOwn: String(by.user) === session.userId.get() };
}
