import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ask, request } from '#console/data/http/http.ts';
import type { RequestError } from '#console/data/http/request-error.ts';
import { decodeViews } from '#resources/protocol/views/view-answers.ts';
import type { SavedView, ViewBody } from '#resources/protocol/views/views.ts';
import { VIEWS_PATH } from '#resources/protocol/views/views.ts';

const KEY = ['views'] as const;
const NONE: readonly SavedView[] = [];

/** The views of a list that the person has, own and shared. @returns undefined while they come */
export function useViews(list: string): { views: readonly SavedView[] | undefined; failed: boolean } {
  const { data, isError } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => ask(VIEWS_PATH, decodeViews, { signal }),
    retry: false,
  });
  return { views: data?.filter((view) => view.list === list) ?? (isError ? NONE : undefined), failed: isError };
}

/** Ways to change them; each looks them up anew. They throw RequestError; a 400 is not told to the global alert. */
export function useViewWrites() {
  const queryClient = useQueryClient();
  const anew = () => queryClient.invalidateQueries({ queryKey: KEY });
  return {
    /** A view, in the place of the person's own of that name. */
    save: async (body: ViewBody) => {
      const report = ({ status }: RequestError) => status !== 400;
      await request(VIEWS_PATH, { method: 'POST', body, report });
      await anew();
    },
    remove: async (id: number) => {
      await request(`${VIEWS_PATH}${id}/`, { method: 'DELETE' });
      await anew();
    },
  };
}
