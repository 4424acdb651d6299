import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useBuildings, useCheckedBuildings } from '#console/data/buildings.ts';
import { request, unwrap } from '#console/data/http.ts';
import { withQuery } from '#console/data/query-string.ts';
import type { BookletFrame, BookletItem, BookletOne } from '#resources/protocol/booklets.ts';

const PATH = '/api/crm/booklets/';
/** Key of the strip in the query cache. */
export const STRIP_KEY = ['booklets', 'strip'] as const;
/** Key of the opened stories; forgotten when the viewer closes (STORY-10). */
export const OPENED_KEY = ['booklets', 'opened'] as const;

/** A story of the strip: a group of the viewer. */
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

/** A story as the server has it; another server may leave out all but the id and the cover (A§7). */
function asStory({ id, title, cover }: Pick<BookletItem, 'id'> & Partial<BookletItem>): Story {
  const large = cover?.large?.file ?? cover?.medium?.file;
  return { id, title: title ?? '', cover: large ? { medium: cover?.medium?.file ?? large, large } : null };
}

function asFrame({ title, description, duration, background_content: content }: Partial<BookletFrame>): Frame {
  return {
    title: title ?? '',
    description: description ?? '',
    duration: duration ?? null,
    kind: content?.type === 'video' ? 'video' : 'image',
    file: content?.large?.file ?? null,
  };
}

async function loadStrip(buildings: readonly number[], signal: AbortSignal): Promise<Story[]> {
  const body = unwrap(await request(withQuery(PATH, { buildings_id: buildings }), { signal }));
  return (Array.isArray(body) ? (body as BookletItem[]) : []).map(asStory);
}

/** A story without frames is shown by its cover, so that it can be passed like any other. */
async function loadFrames(story: Story, signal: AbortSignal): Promise<Frame[]> {
  const { frames } = unwrap(await request(`${PATH}${story.id}/`, { signal })) as Partial<BookletOne>;
  if (frames?.length) return frames.map(asFrame);
  return [{ title: story.title, description: '', duration: null, kind: 'image', file: story.cover?.large ?? null }];
}

/** Stories of the checked buildings (STORY-01). `stories` is undefined until the first answer. */
export function useStrip(): { stories: readonly Story[] | undefined; isPending: boolean } {
  const { isPending: unknown } = useBuildings();
  const [checked] = useCheckedBuildings();
  const { data, isLoading } = useQuery({
    queryKey: [...STRIP_KEY, checked],
    queryFn: ({ signal }) => loadStrip(checked, signal),
    enabled: checked.length > 0,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return { stories: data, isPending: isLoading || (unknown && checked.length === 0) };
}

/** The frames of a story, asked for when it is opened (STORY-03). */
export function useFrames(story: Story) {
  const { data, error, isFetching } = useQuery({
    queryKey: [...OPENED_KEY, story.id],
    queryFn: ({ signal }) => loadFrames(story, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return { frames: data ?? null, failed: error !== null && !isFetching };
}

/** Asks once more for the frames of a story that did not load. */
export function useLoadAgain(): (story: Story) => void {
  const queries = useQueryClient();
  return ({ id }) => void queries.refetchQueries({ queryKey: [...OPENED_KEY, id] });
}
