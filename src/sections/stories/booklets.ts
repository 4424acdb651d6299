import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useBuildings, useCheckedBuildings } from '#console/data/buildings/buildings.ts';
import { ask } from '#console/data/http/http.ts';
import { withQuery } from '#console/data/http/query-string.ts';
import { decodeFrames, decodeStories, type Frame, type Story } from '#resources/protocol/news/booklet-answers.ts';
import { BOOKLETS_PATH } from '#resources/protocol/paths/buildings.ts';

/** Query key of the strip. */
export const STRIP_KEY = ['booklets', 'strip'] as const;
/** Query key of the opened stories, removed from the cache when the viewer closes (STORY-10). */
export const OPENED_KEY = ['booklets', 'opened'] as const;

export type { Frame, Story };

const loadStrip = (buildings: readonly number[], signal: AbortSignal): Promise<Story[]> =>
  ask(withQuery(BOOKLETS_PATH, { buildings_id: buildings }), decodeStories, { signal });

/** Loads the frames; a story without frames gets its cover as the only frame, so that it can be viewed like any other. */
async function loadFrames(story: Story, signal: AbortSignal): Promise<Frame[]> {
  const frames = await ask(`${BOOKLETS_PATH}${story.id}/`, decodeFrames, { signal });
  if (frames.length) return frames;
  return [{ title: story.title, description: '', duration: null, kind: 'image', file: story.cover?.large ?? null }];
}

/** Stories of the checked buildings (STORY-01). `stories` is undefined until the first answer. */
export function useStrip(): { stories: readonly Story[] | undefined; isPending: boolean } {
  const { isPending: isBuildingsPending } = useBuildings();
  const [checkedBuildings] = useCheckedBuildings();
  const { data, isLoading } = useQuery({
    queryKey: [...STRIP_KEY, checkedBuildings],
    queryFn: ({ signal }) => loadStrip(checkedBuildings, signal),
    enabled: checkedBuildings.length > 0,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return { stories: data, isPending: isLoading || (isBuildingsPending && checkedBuildings.length === 0) };
}

/** The frames of a story, fetched when it is opened (STORY-03). */
export function useFrames(story: Story) {
  const { data, error, isFetching } = useQuery({
    queryKey: [...OPENED_KEY, story.id],
    queryFn: ({ signal }) => loadFrames(story, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return { frames: data ?? null, failed: error !== null && !isFetching };
}

/** Returns a function that refetches the frames of a story that failed to load. */
export function useRefetchFrames(): (story: Story) => void {
  const queryClient = useQueryClient();
  return ({ id }) => void queryClient.refetchQueries({ queryKey: [...OPENED_KEY, id] });
}
