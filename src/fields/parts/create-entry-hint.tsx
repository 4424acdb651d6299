import { ORGANISATIONS_PATH, SERVICES_PATH } from '#resources/protocol/paths/buildings.ts';
import '#i18n/way-texts.ts';
import { Link } from 'react-router';
import { useOwnServerFeature } from '#console/data/session/features.ts';
import { text } from '#i18n/console-text.ts';

/** Settings pages where administrators create the entries of a list. */
const SETTINGS_PATHS = {
  buildings: '/settings/buildings',
  [SERVICES_PATH]: '/settings/services',
  [ORGANISATIONS_PATH]: '/settings/organisations',
} as const;

/** Whether a list is filled by administrators in the settings. */
const isFilledByAdministrators = (list: string): list is keyof typeof SETTINGS_PATHS =>
  Object.hasOwn(SETTINGS_PATHS, list);

/** Text keys beside an empty list, for administrators and for others. */
const TEXT_KEYS = { mine: 'way.mine', others: 'way.others' } as const;

/**
 * Hint beside an empty list: administrators get a link to the page where its entries are created, others the advice to ask them.
 * @param list `buildings`, or the path from which the list is fetched
 */
export function CreateEntryHint({ list }: { list: string }) {
  const canCreate = useOwnServerFeature('firstSteps');
  if (!isFilledByAdministrators(list)) return null;
  if (!canCreate) return <small>{text(TEXT_KEYS.others)}</small>;
  return (
    <Link className="link" to={SETTINGS_PATHS[list]}>
      {text(TEXT_KEYS.mine)}
    </Link>
  );
}
