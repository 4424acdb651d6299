import { ORGANISATIONS_PATH, SERVICES_PATH } from '#resources/protocol/paths/buildings.ts';
import '#i18n/way-texts.ts';
import { Link } from 'react-router';
import { useOwnAddition } from '#console/data/session/features.ts';
import { text } from '#i18n/console-text.ts';

/** Where administrators make what a form chooses from, by the list that it is offered from. */
const PLACES = {
  buildings: '/settings/buildings',
  [SERVICES_PATH]: '/settings/services',
  [ORGANISATIONS_PATH]: '/settings/organisations',
} as const;

/** Whether a list is one that administrators of the box fill. */
const isMade = (list: string): list is keyof typeof PLACES => Object.hasOwn(PLACES, list);

/** The sentences beside an empty list, for administrators and for others. */
const WORDS = { mine: 'way.mine', others: 'way.others' } as const;

/**
 * Beside a list with nothing to choose from: administrators get a link to where entries are made, others the advice to ask them.
 * @param of what is chosen: `buildings`, or the call that the list comes from
 */
export function WayToMake({ list }: { list: string }) {
  const mayMake = useOwnAddition('firstSteps');
  if (!isMade(list)) return null;
  if (!mayMake) return <small>{text(WORDS.others)}</small>;
  return (
    <Link className="link" to={PLACES[list]}>
      {text(WORDS.mine)}
    </Link>
  );
}
