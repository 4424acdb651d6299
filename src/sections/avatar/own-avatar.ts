import { useQueryClient } from '@tanstack/react-query';
import { request } from '#console/data/http.ts';
import { PERSON_KEY } from '#console/shell/person.ts';

const AVATAR = '/api/crm/avatar/';

/** How to set and to delete the person's picture; afterwards the profile is asked for anew (B§4). Failures are reported. */
export function useOwnAvatar() {
  const queries = useQueryClient();
  const reload = () => queries.invalidateQueries({ queryKey: PERSON_KEY });
  return {
    /** @param data data URL of the picture (PROF-11) */
    save: async (data: string) => {
      await request(AVATAR, { method: 'POST', body: { avatar: data } });
      await reload();
    },
    /** @param avatar address of the present picture (PROF-14, G-64) */
    remove: async (avatar: string) => {
      await request(`${AVATAR}delete_current/`, { method: 'DELETE', body: { avatar } });
      await reload();
    },
  };
}
