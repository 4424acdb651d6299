import '#i18n/settings-pages-texts.ts';
import '#i18n/building-plan-texts.ts';
import { useTranslate } from 'react-admin';
import { NavLink } from 'react-router';
import { useOwnServerFeature } from '#console/data/session/features.ts';
import classes from './building-views.module.css';
import { CLOSED_PATH } from './structure-address.ts';

/** The two tables of buildings: general settings, and meter readings (SET-05, SET-22). */
const VIEWS = [
  { path: '/settings/buildings', text: 'settingsPages.views.buildings' },
  { path: '/settings/meters-readings', text: 'settingsPages.views.readings' },
] as const;

/** Links between the tables of buildings, shown above each of them. */
export default function BuildingViews() {
  const translate = useTranslate();
  const hasStructure = useOwnServerFeature('buildings');
  return (
    <nav className={classes.views} aria-label={translate('settingsPages.views.label')}>
      {VIEWS.map(({ path, text }) => (
        <NavLink key={path} className={classes.view} to={path} end>
          {translate(text)}
        </NavLink>
      ))}
      {hasStructure ? (
        <NavLink className={classes.view} to={CLOSED_PATH}>
          {translate('buildingPlan.closed.title')}
        </NavLink>
      ) : null}
    </nav>
  );
}
