import '#i18n/resident-search-texts.ts';
import { useTranslate } from 'react-admin';
import { Avatar } from '#console/ui/display/avatar.tsx';
import type { FoundPlace } from '#resources/protocol/search/search-answers.ts';
import classes from './found-table.module.css';
import type { FoundColumn } from './found-table.tsx';
import { unitLabel } from './suggestions.ts';

/** Maximum number of avatars before the names. */
const MAX_AVATARS = 3;

/** A unit as a row; a click opens its card or closes it (RES-11, RES-15). */
export function UnitRow({
  unit,
  columns,
  isChosen,
  onChoose,
}: {
  unit: FoundPlace;
  columns: readonly FoundColumn[];
  isChosen: boolean;
  onChoose: () => void;
}) {
  const translate = useTranslate();
  const { porch, floor, pipe } = unit;
  const none = translate('residents.results.none');
  const place = { porch: porch ?? none, floor: floor ?? none, pipe };
  return (
    <tr className={classes.unit} aria-selected={isChosen} onClick={onChoose}>
      {columns.map((name) =>
        name === 'unit' ? (
          <td key={name}>
            <button type="button" className={classes.first} aria-expanded={isChosen}>
              {unitLabel(unit, translate)}
            </button>
            <small className={classes.second}>
              {translate(pipe ? 'residents.results.place' : 'residents.results.placeWithoutPipe', place)}
            </small>
          </td>
        ) : name === 'residents' ? (
          <td key={name} className={classes.residents}>
            <People residents={unit.residents} none={none} />
          </td>
        ) : (
          <td key={name} className={classes.wideOnly}>
            {unit[name] ?? none}
          </td>
        ),
      )}
    </tr>
  );
}

/** Residents of a unit. */
function People({ residents, none }: { residents: FoundPlace['residents']; none: string }) {
  if (!residents.length) return <span className={classes.none}>{none}</span>;
  return (
    <span className={classes.people}>
      <span className={classes.portraits}>
        {residents.slice(0, MAX_AVATARS).map(({ user, first_name, last_name, avatar }) => (
          <Avatar key={user} name={`${last_name} ${first_name}`} picture={avatar} size={24} />
        ))}
      </span>
      <span className={classes.names}>
        {residents.map(({ first_name, last_name }) => `${last_name} ${first_name}`).join(', ')}
      </span>
    </span>
  );
}
