import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ask, request } from '#console/data/http/http.ts';
import type { RequestError } from '#console/data/http/request-error.ts';
import { decodeViews } from '#resources/protocol/views/view-answers.ts';
import type { SavedView, ViewBody } from '#resources/protocol/views/views.ts';
import { VIEWS_PATH } from '#resources/protocol/views/views.ts';

const VIEWS_KEY = ['views'] as const;
const NO_VIEWS: readonly SavedView[] = [];

/** The person's own and shared views of a list. @returns `views` is undefined while loading */
export function useViews(list: string): { views: readonly SavedView[] | undefined; failed: boolean } {
  const { data, isError } = useQuery({
    queryKey: VIEWS_KEY,
    queryFn: ({ signal }) => ask(VIEWS_PATH, decodeViews, { signal }),
    retry: false,
  });
  return { views: data?.filter((view) => view.list === list) ?? (isError ? NO_VIEWS : undefined), failed: isError };
}

/** Saves and deletes views and refetches them. Both throw RequestError; the alert does not show a 400. */
export function useViewMutations() {
  const queryClient = useQueryClient();
  const refetchViews = () => queryClient.invalidateQueries({ queryKey: VIEWS_KEY });
  return {
    /** Saves a view; an own view of the same name is replaced. */
    save: async (body: ViewBody) => {
      const report = ({ status }: RequestError) => status !== 400;
      await request(VIEWS_PATH, { method: 'POST', body, report });
      await refetchViews();
    },
    remove: async (id: number) => {
      await request(`${VIEWS_PATH}${id}/`, { method: 'DELETE' });
      await refetchViews();
    },
  };
}
