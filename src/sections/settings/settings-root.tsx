import { Navigate } from 'react-router';
import { useLevels } from '#console/data/access.ts';
import { useLevelsKnown } from '#console/data/levels-known.ts';
import { settingsHome } from './settings-home.ts';

/** `/settings` itself: leads on to the first page of the area that the person may open (SET-01). */
export function SettingsRoot() {
  const levels = useLevels();
  return useLevelsKnown() ? <Navigate to={settingsHome(levels)} replace /> : null;
}
