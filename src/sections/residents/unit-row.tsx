import { useTranslate } from 'react-admin';
import { Avatar } from '#console/ui/avatar.tsx';
import type { FoundPlace } from '#resources/protocol/search-answers.ts';
import classes from './found-table.module.css';
import { unitLabel } from './suggestions.ts';

/** Portraits that stand before the names. */
const PORTRAITS = 3;

/** A unit as a row; a click opens its card or closes it (RES-11, RES-15). */
export function UnitRow({ unit, chosen, onChoose }: { unit: FoundPlace; chosen: boolean; onChoose: () => void }) {
  const translate = useTranslate();
  const { porch, floor, pipe, residents } = unit;
  const none = translate('residents.results.none');
  const place = { porch: porch ?? none, floor: floor ?? none, pipe };
  return (
    <tr className={classes.unit} aria-selected={chosen} onClick={onChoose}>
      <td>
        <button type="button" className={classes.first} aria-expanded={chosen}>
          {unitLabel(unit, translate)}
        </button>
        <small className={classes.second}>
          {translate(pipe ? 'residents.results.place' : 'residents.results.placeWithoutPipe', place)}
        </small>
      </td>
      <td className={classes.wideOnly}>{porch ?? none}</td>
      <td className={classes.wideOnly}>{floor ?? none}</td>
      <td className={classes.wideOnly}>{pipe ?? none}</td>
      <td className={classes.residents}>
        {residents.length ? (
          <span className={classes.people}>
            <span className={classes.portraits}>
              {residents.slice(0, PORTRAITS).map(({ user, first_name, last_name, avatar }) => (
                <Avatar key={user} name={`${last_name} ${first_name}`} picture={avatar} size={24} />
              ))}
            </span>
            <span className={classes.names}>
              {residents.map(({ first_name, last_name }) => `${last_name} ${first_name}`).join(', ')}
            </span>
          </span>
        ) : (
          <span className={classes.none}>{none}</span>
        )}
      </td>
    </tr>
  );
}
