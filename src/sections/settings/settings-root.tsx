import { Navigate } from 'react-router';
import { useLevels, useLevelsKnown } from '#console/data/session/access.ts';
import { settingsHome } from './settings-home.ts';

/** `/settings` itself: leads on to the first page of the area that the person may open (SET-01). */
export function SettingsRoot() {
  const levels = useLevels();
  return useLevelsKnown() ? <Navigate to={settingsHome(levels)} replace /> : null;
}
