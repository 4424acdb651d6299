import {
  decodeId,
  decodeNumber,
  decodeObject,
  decodeParts,
  decodeText,
  isWireObject,
  nestedIn,
  recordsIn,
  textOrNull,
  under,
  unwrapBody,
} from '../open-shapes.ts';

/** A story of the strip: a group of the viewer (stories.md). */
export interface Story {
  id: number;
  /** Empty when the server names none. */
  title: string;
  /** Addresses of the cover; null when there is none. */
  cover: { medium: string; large: string } | null;
}

/** A frame of a story. */
export interface Frame {
  title: string;
  description: string;
  /** Milliseconds; null: the default (STORY-08). */
  duration: number | null;
  kind: 'image' | 'video';
  /** Address of the picture or film; null when there is none. */
  file: string | null;
}

/** `{file: address}`, or the address alone. */
const decodeAddress = (value: unknown): string | null => textOrNull(under(value, 'file')) ?? textOrNull(value);

function decodeCover(value: unknown): Story['cover'] {
  const medium = decodeAddress(under(value, 'medium'));
  const large = decodeAddress(under(value, 'large')) ?? medium ?? decodeAddress(value);
  return large === null ? null : { medium: medium ?? large, large };
}

/** `GET /api/crm/booklets/?buildings_id=…` (STORY-01); another server may leave out all but the id and the cover (stories.md). */
export const decodeStories = (body: unknown): Story[] =>
  recordsIn(body, (entry) => {
    const wire = nestedIn(entry, 'booklet');
    const id = decodeId(wire);
    return id === null ? null : { id, title: decodeText(wire.title), cover: decodeCover(wire.cover) };
  });

/** `GET /api/crm/booklets/{id}/` (STORY-03); none where it has none. */
export const decodeFrames = (body: unknown): Frame[] =>
  decodeParts(
    nestedIn(decodeObject(unwrapBody(body)), 'booklet').frames,
    ({ title, description, duration, background_content: content }) => {
      const background = decodeObject(content);
      return {
        title: decodeText(title),
        description: decodeText(description),
        duration: decodeNumber(duration),
        kind: background.type === 'video' ? 'video' : 'image',
        file:
          decodeAddress(background.large) ??
          decodeAddress(background.file) ??
          (isWireObject(content) ? null : decodeAddress(content)),
      };
    },
  );
