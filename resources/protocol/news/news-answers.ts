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
  textOrNull,
  unwrapBody,
  unwrapNested,
  type WireObject,
} from '../open-shapes.ts';
import { decodeFiles } from './attachment-answers.ts';
import type { ReachAnswer } from './news.ts';

/** A decoded announcement (news.md). Our additions are present only if the server sends them. */
export interface Announcement {
  id: number;
  title: string;
  description: string;
  /** One of the known types, or an unknown one of a newer server. */
  type: string;
  /** The recipients; null if the server does not send them. */
  target: AudienceTarget | null;
  /** `me` stands for the reader. */
  author: { name: string; avatar: string | null };
  /** Publication time, ISO in UTC. */
  date: string;
  date_edit: string;
  /**
   * Planned publication time, ISO in UTC, and the same as text; null once published, and for servers without this addition of
   * ours.
   */
  publish_at: string | null;
  planned: string | null;
  /** The recipients as text, if the server sends it (ours). */
  recipients: string | null;
  image_attachments: ReturnType<typeof decodeFiles>['image_attachments'];
  file_attachments: ReturnType<typeof decodeFiles>['file_attachments'];
  /** False if some of its buildings or entrances are out of the reader's reach (ours). */
  is_all_places?: boolean;
}

/** Keys of a target, each with the key under which an entry may be nested. */
const TARGET_KEYS = {
  buildings: 'building',
  porches: 'porch',
  units: 'object',
  floors: 'floor',
  pipes: 'pipe',
} as const;

function decodeTarget(value: unknown): AudienceTarget | null {
  if (!isWireObject(value)) return null;
  if (value.for_all_objects === true) return { for_all_objects: true };
  const parts = Object.entries(TARGET_KEYS).flatMap(([key, name]) => {
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

/** Item of `GET /api/crm/news/`, and `GET /api/crm/news/{id}/` (API-14); null without an id. */
export function decodeAnnouncement(entry: WireObject): Announcement | null {
  const wire = unwrapNested(entry, 'news');
  const id = decodeId(wire);
  if (id === null) return null;
  const date_edit = decodeMoment(wire.date_edit) || decodeMoment(wire.date);
  const isAllPlaces = decodeFlag(wire.is_all_places);
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
    ...(isAllPlaces === null ? {} : { is_all_places: isAllPlaces }),
  };
}

const decodeCounts = (wire: WireObject) => ({
  flats: decodeNumber(wire.flats) ?? 0,
  residents: decodeNumber(wire.residents) ?? 0,
});

/** `POST /api/crm/news/reach/`. */
export function decodeReach(body: unknown): ReachAnswer {
  const wire = decodeObject(unwrapBody(body));
  return {
    ...decodeCounts(wire),
    parts: decodeParts(wire.parts, (part) => ({ label: decodeText(part.label), ...decodeCounts(part) })),
  };
}
