import { type QueryClient, useQuery } from '@tanstack/react-query';
import { BUILDINGS_KEY } from '#console/data/buildings/buildings.ts';
import { ask } from '#console/data/http/http.ts';
import {
  type ClosedBuilding,
  type DecodedTies,
  decodeClosedBuildings,
  decodePassport,
  decodeTies,
  type Passport,
} from '#resources/protocol/buildings/plan-answers.ts';
import { decodeWholeBuilding, type WholeBuilding } from '#resources/protocol/buildings/whole-building-answers.ts';
import { BUILDING_SETTINGS_PATH, buildingPath, buildingSettingsPath } from '#resources/protocol/paths/buildings.ts';

const STRUCTURE_KEY = 'building-structure';
const CLOSED_KEY = 'closed-buildings';

/** A building with its name and structure; null if it does not exist. */
export interface Structure {
  passport: Passport;
  building: WholeBuilding;
}

/** Loads the structure of a building. */
export function useStructure(id: string | undefined) {
  return useQuery({
    queryKey: [STRUCTURE_KEY, id],
    queryFn: async ({ signal }): Promise<Structure | null> => {
      const [passport, building] = await Promise.all([
        ask(buildingSettingsPath(id ?? '', 'passport/'), decodePassport, { signal }),
        ask(buildingPath(id ?? ''), decodeWholeBuilding, { signal }),
      ]);
      return passport && building && { passport, building };
    },
    enabled: Boolean(id),
    retry: false,
  });
}

/** Loads what still refers to a building or to one of its units; never cached. */
export const useTies = (building: number, unit?: number) =>
  useQuery({
    queryKey: ['building-ties', building, unit],
    queryFn: ({ signal }): Promise<DecodedTies> =>
      ask(buildingSettingsPath(building, `ties/${unit === undefined ? '' : `?unit=${unit}`}`), decodeTies, { signal }),
    retry: false,
    gcTime: 0,
  });

/** Loads the closed buildings, latest first. */
export const useClosed = () =>
  useQuery({
    queryKey: [CLOSED_KEY],
    queryFn: ({ signal }): Promise<ClosedBuilding[]> =>
      ask(`${BUILDING_SETTINGS_PATH}closed/`, decodeClosedBuildings, { signal }),
    retry: false,
  });

/**
 * Refetches everything that shows buildings.
 * @param closedId a building just closed; it is not refetched by its page, which may still be open, since that would answer 404
 */
export async function invalidateBuildings(queryClient: QueryClient, closedId?: number): Promise<void> {
  if (closedId !== undefined) {
    await queryClient.invalidateQueries({ queryKey: [STRUCTURE_KEY, String(closedId)], refetchType: 'none' });
  }
  const keys = [[CLOSED_KEY], BUILDINGS_KEY, ['settings-buildings'], ['reading-settings']];
  await Promise.all([
    ...keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    queryClient.invalidateQueries({
      queryKey: [STRUCTURE_KEY],
      predicate: ({ queryKey }) => queryKey[1] !== String(closedId),
    }),
  ]);
}
