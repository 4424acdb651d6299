import {
  decodeId,
  decodeList,
  decodeNumber,
  decodeObject,
  decodeParts,
  decodeText,
  getKey,
  isWireObject,
  textOrNull,
  unwrapBody,
  unwrapNested,
} from '../open-shapes.ts';

/** A story in the strip, which is a group of frames in the viewer (stories.md). */
export interface Story {
  id: number;
  /** Empty if the server sends none. */
  title: string;
  /** URLs of the cover; null if there is none. */
  cover: { medium: string; large: string } | null;
}

/** A frame of a story. */
export interface Frame {
  title: string;
  description: string;
  /** Duration, ms; null: the default (STORY-08). */
  duration: number | null;
  kind: 'image' | 'video';
  /** URL of the picture or video; null if there is none. */
  file: string | null;
}

/** A URL, either plain or as `{file: url}`. */
const decodeUrl = (value: unknown): string | null => textOrNull(getKey(value, 'file')) ?? textOrNull(value);

function decodeCover(value: unknown): Story['cover'] {
  const medium = decodeUrl(getKey(value, 'medium'));
  const large = decodeUrl(getKey(value, 'large')) ?? medium ?? decodeUrl(value);
  return large === null ? null : { medium: medium ?? large, large };
}

/** `GET /api/crm/booklets/?buildings_id=…` (STORY-01); an external server may send only the id and the cover (stories.md). */
export const decodeStories = (body: unknown): Story[] =>
  decodeList(body, (entry) => {
    const wire = unwrapNested(entry, 'booklet');
    const id = decodeId(wire);
    return id === null ? null : { id, title: decodeText(wire.title), cover: decodeCover(wire.cover) };
  });

/** `GET /api/crm/booklets/{id}/` (STORY-03). */
export const decodeFrames = (body: unknown): Frame[] =>
  decodeParts(
    unwrapNested(decodeObject(unwrapBody(body)), 'booklet').frames,
    ({ title, description, duration, background_content: content }) => {
      const background = decodeObject(content);
      return {
        title: decodeText(title),
        description: decodeText(description),
        duration: decodeNumber(duration),
        kind: background.type === 'video' ? 'video' : 'image',
        file:
          decodeUrl(background.large) ??
          decodeUrl(background.file) ??
          (isWireObject(content) ? null : decodeUrl(content)),
      };
    },
  );
