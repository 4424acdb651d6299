import { decodeFlag, decodeId, decodeList, decodeText } from '../open-shapes.ts';
import type { SavedView } from './views.ts';

/** `GET /api/authorized/views/`. */
export const decodeViews = (body: unknown): SavedView[] =>
  decodeList(body, (wire) => {
    const [id, list, name] = [decodeId(wire), decodeText(wire.list), decodeText(wire.name)];
    if (id === null || !list || !name) return null;
    const [shared, own] = [decodeFlag(wire.shared) === true, decodeFlag(wire.own) === true];
    return { id, list, name, query: decodeText(wire.query), shared, own, by: decodeText(wire.by) };
  });
