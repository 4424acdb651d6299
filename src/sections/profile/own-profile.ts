import { useQuery } from '@tanstack/react-query';
import { loadProfile } from '#console/data/auth-provider.ts';
import { PERSON_KEY } from '#console/shell/person.ts';
import type { CurrentProfile } from '#resources/protocol/profile.ts';

/** The signed-in person as the server knows him, asked for anew whenever the page is opened (PROF-01). */
export function useOwnProfile() {
  const { data, error, refetch } = useQuery({
    queryKey: PERSON_KEY,
    queryFn: ({ signal }) => loadProfile(signal),
    staleTime: 0,
    retry: false,
  });
  // The call answers the whole profile; the shell's own type names what the shell shows of it.
  return { profile: data as CurrentProfile | undefined, error, retry: () => void refetch() };
}
