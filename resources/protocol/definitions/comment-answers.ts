import {
  decodeFlag,
  decodeId,
  decodeList,
  decodeMoment,
  decodeNumber,
  decodeObject,
  decodeText,
  getKey,
  unwrapBody,
  type WireObject,
} from '../open-shapes.ts';
import type { RecordComment, RecordComments } from './comments.ts';

function readComment(wire: WireObject): RecordComment | null {
  const [id, by] = [decodeId(wire), decodeObject(wire.by)];
  const user = decodeId(by.user);
  if (id === null || user === null) return null;
  return { id, at: decodeMoment(wire.at), by: { user, name: decodeText(by.name) }, message: decodeText(wire.message) };
}

/** `GET …/comments/`. */
export const decodeRecordComments = (body: unknown): RecordComments => ({
  results: decodeList(body, readComment),
  before: decodeNumber(getKey(unwrapBody(body), 'before')),
  follows: decodeFlag(getKey(unwrapBody(body), 'follows')) ?? false,
});

/** `POST …/comments/`; null if the response lacks the stored comment. */
export const decodeRecordComment = (body: unknown): RecordComment | null => readComment(decodeObject(unwrapBody(body)));

/** `PUT …/following/`. */
export const decodeFollowing = (body: unknown): boolean => decodeFlag(getKey(unwrapBody(body), 'follows')) ?? false;
