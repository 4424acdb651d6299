import type { AudienceTarget } from '#resources/sections/kinds/news.ts';
import {
  decodeFlag,
  decodeId,
  decodeIds,
  decodeMoment,
  decodeNumber,
  decodeObject,
  decodeParts,
  decodeText,
  isWireObject,
  nestedIn,
  textOrNull,
  unwrapBody,
  type WireObject,
} from '../open-shapes.ts';
import { decodeFiles } from './attachment-answers.ts';
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
  image_attachments: ReturnType<typeof decodeFiles>['image_attachments'];
  file_attachments: ReturnType<typeof decodeFiles>['file_attachments'];
  /** False: some of its places are out of the reader's reach (ours). */
  is_all_places?: boolean;
}

/** Keys of a target, each with the name that an entry may stand under. */
const PARTS = { buildings: 'building', porches: 'porch', units: 'object', floors: 'floor', pipes: 'pipe' } as const;

function decodeTarget(value: unknown): AudienceTarget | null {
  if (!isWireObject(value)) return null;
  if (value.for_all_objects === true) return { for_all_objects: true };
  const parts = Object.entries(PARTS).flatMap(([key, name]) => {
    const ids = decodeIds(value[key] ?? (value[name] === undefined ? undefined : [value[name]]), name);
    return ids.length ? [[key, ids] as const] : [];
  });
  return parts.length ? Object.fromEntries(parts) : null;
}

function decodeAuthor(value: unknown): Announcement['author'] {
  const wire = decodeObject(value);
  const name =
    decodeText(wire.name) || [decodeText(wire.first_name), decodeText(wire.last_name)].filter(Boolean).join(' ');
  return { name: name || decodeText(value), avatar: textOrNull(wire.avatar) };
}

/** One of `GET /api/crm/news/`, and `GET /api/crm/news/{id}/` (API-14); null for what has no id. */
export function decodeAnnouncement(entry: WireObject): Announcement | null {
  const wire = nestedIn(entry, 'news');
  const id = decodeId(wire);
  if (id === null) return null;
  const date_edit = decodeMoment(wire.date_edit) || decodeMoment(wire.date);
  const all = decodeFlag(wire.is_all_places);
  return {
    id,
    title: decodeText(wire.title),
    description: decodeText(wire.description),
    type: decodeText(wire.type),
    target: decodeTarget(wire.target),
    author: decodeAuthor(wire.author),
    date: decodeMoment(wire.date) || date_edit,
    date_edit,
    publish_at: decodeMoment(wire.publish_at) || null,
    planned: textOrNull(wire.planned),
    recipients: textOrNull(wire.recipients),
    ...decodeFiles(wire),
    ...(all === null ? {} : { is_all_places: all }),
  };
}

const decodeReached = (wire: WireObject) => ({
  flats: decodeNumber(wire.flats) ?? 0,
  residents: decodeNumber(wire.residents) ?? 0,
});

/** `POST /api/crm/news/reach/`. */
export function decodeReach(body: unknown): ReachAnswer {
  const wire = decodeObject(unwrapBody(body));
  return {
    ...decodeReached(wire),
    parts: decodeParts(wire.parts, (part) => ({ label: decodeText(part.label), ...decodeReached(part) })),
  };
}
