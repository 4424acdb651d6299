import '#i18n/settings-pages-texts.ts';
import '#i18n/building-plan-texts.ts';
import { useTranslate } from 'react-admin';
import { NavLink } from 'react-router';
import { useOwnAddition } from '#console/data/session/features.ts';
import classes from './building-views.module.css';
import { CLOSED } from './structure-address.ts';

/** The two tables of buildings: general settings, and meter readings (SET-05, SET-22). */
const VIEWS = [
  { path: '/settings/buildings', text: 'settingsPages.views.buildings' },
  { path: '/settings/meters-readings', text: 'settingsPages.views.readings' },
] as const;

/** The way between the tables of the buildings; stands above both. */
export default function BuildingViews() {
  const translate = useTranslate();
  const isMade = useOwnAddition('buildings');
  return (
    <nav className={classes.views} aria-label={translate('settingsPages.views.label')}>
      {VIEWS.map(({ path, text }) => (
        <NavLink key={path} className={classes.view} to={path} end>
          {translate(text)}
        </NavLink>
      ))}
      {isMade ? (
        <NavLink className={classes.view} to={CLOSED}>
          {translate('buildingPlan.closed.title')}
        </NavLink>
      ) : null}
    </nav>
  );
}
