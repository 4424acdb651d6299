import '#i18n/readings-page-texts.ts';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useRefusal } from '#console/data/session/access.ts';
import { unitLink } from '#console/shell/page-links.ts';
import { METER_TYPES } from '#resources/rules/readings/meters.ts';
import { useFlat } from './flat.ts';
import classes from './history.module.css';
import { MeterList } from './meters/cell.tsx';
import { sentDay } from './moment.ts';
import { Sender } from './sender.tsx';

/** All submissions of a flat, newest first: day, sender, values (READ-11). */
export default function History() {
  const translate = useTranslate();
  const { passes = [], unit } = useFlat();
  const canSeeResidents = useRefusal('residents', 'see') === null;
  const collected = METER_TYPES.filter((meter) => passes.some(({ meters }) => meters[meter]));
  return (
    <section className={classes.history} aria-label={translate('readings.history')}>
      {unit && unit.building.id > 0 && canSeeResidents ? (
        <p className={classes.way}>
          <Link className="link" to={unitLink({ building: unit.building.id, unit: unit.id, label: unit.label })}>
            {translate('readings.toFlat')}
          </Link>
        </p>
      ) : null}
      <h3 className={classes.title}>{translate('readings.history')}</h3>
      {passes.length === 0 ? <p className={classes.none}>{translate('readings.noHistory')}</p> : null}
      <ol>
        {passes.map((pass) => (
          <li key={pass.id} className={classes.pass}>
            <div className={classes.line}>
              <time dateTime={pass.date} className={classes.day}>
                {sentDay(pass.date)}
              </time>
              <Sender sender={pass.sender} />
            </div>
            <MeterList meters={pass.meters} collected={collected} />
          </li>
        ))}
      </ol>
    </section>
  );
}
