import { useTranslate } from 'react-admin';
import { buildingLabel, useBuildings } from '#console/data/buildings/buildings.ts';
import { typeset } from '#i18n/typeset.ts';
import type { AudienceTarget } from '#resources/sections/kinds/news.ts';

/** Text keys for numbers of parts, by key of the target. */
const COUNTS = {
  porches: 'audience.porchesCount',
  floors: 'audience.floorsCount',
  pipes: 'audience.pipesCount',
  units: 'audience.flats',
} as const satisfies Partial<Record<keyof AudienceTarget, string>>;

/**
 * The audience of a record as text (NEWS-62): the text of the server, else made from the target: addresses and numbers of
 * entrances, floors, risers or flats.
 * @param serverText text of the server
 * @returns null while it is unknown
 */
export function useRecipients(serverText: unknown, target: AudienceTarget | null): string | null {
  const translate = useTranslate();
  const { byId, isPending } = useBuildings();
  if (typeof serverText === 'string' && serverText !== '') return typeset(serverText);
  if (!target || isPending) return null;
  if (target.for_all_objects) return translate('audience.everybody');
  const addresses = (target.buildings ?? []).flatMap((id) => {
    const building = byId.get(id);
    return building ? buildingLabel(building) : [];
  });
  const counts = Object.entries(COUNTS).flatMap(([key, text]) => {
    const ids = target[key as keyof typeof COUNTS];
    return ids?.length ? translate(text, { smart_count: ids.length }) : [];
  });
  return [...addresses, ...counts].join('; ') || null;
}
