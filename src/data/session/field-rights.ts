import { type HeldLevel, heldLevel } from '#resources/language/field-levels.ts';
import { LEADS } from '#resources/rules/requests/rights.ts';
import { levelsNow } from './access.ts';
import { session } from './session.ts';

/** Whether the person administers the installation: our server gives the journal to administrators alone, another one tells the role. */
const isAdministrator = (): boolean => session.features.get()?.journal ?? LEADS.has(session.role.get() ?? '');

/** The person's present level in a section, for the rights of fields. */
export const presentLevel = (section: string): HeldLevel =>
  heldLevel({ levels: levelsNow(), isAdministrator: isAdministrator() }, section);
