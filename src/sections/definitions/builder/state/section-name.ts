import { type DefinitionObject, textAt } from './definition-text.ts';
import { withSectionName } from './new-definition.ts';

/** Server state of a section: its saved definition and its active name, each null if there is none. */
export interface SavedSection {
  savedDefinition: DefinitionObject | null;
  activeName: string | null;
}

/** Sets `was` (the former name) right after `name`; undefined removes it. */
function withFormerName(definition: DefinitionObject, was: string | undefined): DefinitionObject {
  const { was: _, ...rest } = definition;
  return Object.fromEntries(
    Object.entries(rest).flatMap(([key, value]) =>
      key === 'name' && was !== undefined
        ? [
            [key, value],
            ['was', was],
          ]
        : [[key, value]],
    ),
  );
}

/** Sets `was` to the active name after a rename, so that the records are carried over; otherwise keeps the saved `was`. */
export function withActiveName(
  definition: DefinitionObject,
  { savedDefinition, activeName }: SavedSection,
): DefinitionObject {
  if (activeName === null) return definition;
  const isSame = definition.name === activeName;
  return withFormerName(definition, isSame ? textAt(savedDefinition, ['was']) || undefined : activeName);
}

/** Renames a section; an active one keeps its former name in `was`. `section` is kept if it names another section's rights. */
export function renameSection(
  definition: DefinitionObject,
  name: string,
  savedSection: SavedSection,
): DefinitionObject {
  const { section } = definition;
  const renamed = withSectionName(definition, name);
  return withActiveName(section === definition.name ? renamed : { ...renamed, section }, savedSection);
}
