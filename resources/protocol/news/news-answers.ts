import type { AudienceTarget } from '#resources/sections/kinds/news.ts';
import {
  bareOf,
  flagOf,
  idOf,
  idsOf,
  isWireObject,
  momentOf,
  nestedIn,
  numberOf,
  objectOf,
  partsOf,
  textOf,
  textOrNull,
  type WireObject,
} from '../open-shapes.ts';
import { filesOf } from './attachment-answers.ts';
import type { ReachAnswer } from './news.ts';

/** An announcement as the console has it (news.md). What the documents do not list is there only where the server says it. */
export interface Announcement {
  id: number;
  title: string;
  description: string;
  /** One of the kinds, or a spelling that a later server has. */
  type: string;
  /** The recipients; null where the server does not say. */
  target: AudienceTarget | null;
  /** `me` is the reader. */
  author: { name: string; avatar: string | null };
  /** When it was published, ISO in UTC. */
  date: string;
  date_edit: string;
  /** When it is to be published, ISO in UTC, and the same in words; null once it is, and where the server knows no such thing (ours). */
  publish_at: string | null;
  planned: string | null;
  /** The recipients in words, where the server says so (ours). */
  recipients: string | null;
  image_attachments: ReturnType<typeof filesOf>['image_attachments'];
  file_attachments: ReturnType<typeof filesOf>['file_attachments'];
  /** False: some of its places are out of the reader's reach (ours). */
  is_all_places?: boolean;
}

/** Keys of a target, each with the name that an entry may stand under. */
const PARTS = { buildings: 'building', porches: 'porch', units: 'object', floors: 'floor', pipes: 'pipe' } as const;

function targetOf(value: unknown): AudienceTarget | null {
  if (!isWireObject(value)) return null;
  if (value.for_all_objects === true) return { for_all_objects: true };
  const parts = Object.entries(PARTS).flatMap(([key, name]) => {
    const ids = idsOf(value[key] ?? (value[name] === undefined ? undefined : [value[name]]), name);
    return ids.length ? [[key, ids] as const] : [];
  });
  return parts.length ? Object.fromEntries(parts) : null;
}

function authorOf(value: unknown): Announcement['author'] {
  const wire = objectOf(value);
  const name = textOf(wire.name) || [textOf(wire.first_name), textOf(wire.last_name)].filter(Boolean).join(' ');
  return { name: name || textOf(value), avatar: textOrNull(wire.avatar) };
}

/** One of `GET /api/crm/news/`, and `GET /api/crm/news/{id}/` (API-14); null for what has no id. */
export function announcementOf(entry: WireObject): Announcement | null {
  const wire = nestedIn(entry, 'news');
  const id = idOf(wire);
  if (id === null) return null;
  const date_edit = momentOf(wire.date_edit) || momentOf(wire.date);
  const all = flagOf(wire.is_all_places);
  return {
    id,
    title: textOf(wire.title),
    description: textOf(wire.description),
    type: textOf(wire.type),
    target: targetOf(wire.target),
    author: authorOf(wire.author),
    date: momentOf(wire.date) || date_edit,
    date_edit,
    publish_at: momentOf(wire.publish_at) || null,
    planned: textOrNull(wire.planned),
    recipients: textOrNull(wire.recipients),
    ...filesOf(wire),
    ...(all === null ? {} : { is_all_places: all }),
  };
}

const reachedOf = (wire: WireObject) => ({
  flats: numberOf(wire.flats) ?? 0,
  residents: numberOf(wire.residents) ?? 0,
});

/** `POST /api/crm/news/reach/`. */
export function reachOf(body: unknown): ReachAnswer {
  const wire = objectOf(bareOf(body));
  return {
    ...reachedOf(wire),
    parts: partsOf(wire.parts, (part) => ({ label: textOf(part.label), ...reachedOf(part) })),
  };
}
