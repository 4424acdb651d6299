import { ADMINISTRATOR_ROLES } from '#resources/language/access.ts';
import { getReaderLevel, type ReaderLevel } from '#resources/language/field-levels.ts';
import { currentLevels } from './access.ts';
import { session } from './session.ts';

/**
 * Whether the person is an administrator: our server offers the journal only to administrators; for other servers the role
 * decides.
 */
const isAdministrator = (): boolean =>
  session.features.get()?.journal ?? ADMINISTRATOR_ROLES.has(session.role.get() ?? '');

/** The current level of the person in a section, for field rights. */
export const presentLevel = (section: string): ReaderLevel =>
  getReaderLevel({ levels: currentLevels(), isAdministrator: isAdministrator() }, section);
