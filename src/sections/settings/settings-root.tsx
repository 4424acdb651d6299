import { Navigate } from 'react-router';
import { useAreLevelsLoaded, useLevels } from '#console/data/session/access.ts';
import { settingsHome } from './settings-home.ts';

/** `/settings`: redirects to the first settings page that the person may see (SET-01). */
export function SettingsRoot() {
  const levels = useLevels();
  return useAreLevelsLoaded() ? <Navigate to={settingsHome(levels)} replace /> : null;
}
