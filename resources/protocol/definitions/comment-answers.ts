import {
  decodeFlag,
  decodeId,
  decodeMoment,
  decodeNumber,
  decodeObject,
  decodeText,
  recordsIn,
  under,
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
  results: recordsIn(body, readComment),
  before: decodeNumber(under(unwrapBody(body), 'before')),
  follows: decodeFlag(under(unwrapBody(body), 'follows')) ?? false,
});

/** `POST …/comments/`; null where the answer does not say what was kept. */
export const decodeRecordComment = (body: unknown): RecordComment | null => readComment(decodeObject(unwrapBody(body)));

/** `PUT …/following/`. */
export const decodeFollowing = (body: unknown): boolean => decodeFlag(under(unwrapBody(body), 'follows')) ?? false;
