import { useQuery } from '@tanstack/react-query';
import { loadProfile } from '#console/data/session/auth-provider.ts';

/** Key of the signed-in person in the query cache. */
export const PERSON_KEY = ['profile', 'current'] as const;

/** Data of the signed-in person that the shell shows. */
interface Person {
  name: string;
  position: string | null;
  avatar: string | null;
}

/** The signed-in person; null until the profile has loaded. */
export function usePerson(): Person | null {
  const { data } = useQuery({
    queryKey: PERSON_KEY,
    queryFn: ({ signal }) => loadProfile(signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (!data) return null;
  const name = [data.first_name, data.last_name].filter(Boolean).join(' ');
  return { name, position: data.position, avatar: data.avatar };
}
