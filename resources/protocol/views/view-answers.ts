import { flagOf, idOf, recordsIn, textOf } from '../open-shapes.ts';
import type { SavedView } from './views.ts';

/** `GET /api/authorized/views/`. */
export const viewsOf = (body: unknown): SavedView[] =>
  recordsIn(body, (wire) => {
    const [id, list, name] = [idOf(wire), textOf(wire.list), textOf(wire.name)];
    if (id === null || !list || !name) return null;
    const [shared, own] = [flagOf(wire.shared) === true, flagOf(wire.own) === true];
    return { id, list, name, query: textOf(wire.query), shared, own, by: textOf(wire.by) };
  });
