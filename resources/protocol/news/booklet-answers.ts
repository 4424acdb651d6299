import {
  bareOf,
  idOf,
  isWireObject,
  nestedIn,
  numberOf,
  objectOf,
  partsOf,
  recordsIn,
  textOf,
  textOrNull,
  under,
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
const addressOf = (value: unknown): string | null => textOrNull(under(value, 'file')) ?? textOrNull(value);

function coverOf(value: unknown): Story['cover'] {
  const medium = addressOf(under(value, 'medium'));
  const large = addressOf(under(value, 'large')) ?? medium ?? addressOf(value);
  return large === null ? null : { medium: medium ?? large, large };
}

/** `GET /api/crm/booklets/?buildings_id=…` (STORY-01); another server may leave out all but the id and the cover (stories.md). */
export const storiesOf = (body: unknown): Story[] =>
  recordsIn(body, (entry) => {
    const wire = nestedIn(entry, 'booklet');
    const id = idOf(wire);
    return id === null ? null : { id, title: textOf(wire.title), cover: coverOf(wire.cover) };
  });

/** `GET /api/crm/booklets/{id}/` (STORY-03); none where it has none. */
export const framesOf = (body: unknown): Frame[] =>
  partsOf(
    nestedIn(objectOf(bareOf(body)), 'booklet').frames,
    ({ title, description, duration, background_content: content }) => {
      const background = objectOf(content);
      return {
        title: textOf(title),
        description: textOf(description),
        duration: numberOf(duration),
        kind: background.type === 'video' ? 'video' : 'image',
        file:
          addressOf(background.large) ??
          addressOf(background.file) ??
          (isWireObject(content) ? null : addressOf(content)),
      };
    },
  );
