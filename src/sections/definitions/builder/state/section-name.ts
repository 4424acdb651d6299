import { type DefinitionObject, textAt } from './definition-text.ts';
import { calledSection } from './new-definition.ts';

/** How the server knows a section: as its file is saved, and the name that is in force; null for none. */
export interface KnownSection {
  savedDefinition: DefinitionObject | null;
  nameInForce: string | null;
}

/** The same with the name that the section had before, right behind its own; undefined takes it out. */
function withFormer(definition: DefinitionObject, was: string | undefined): DefinitionObject {
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

/** The definition with what it has to say of the name in force, so that records come along; under that name what was saved of it stays. */
export function withNameInForce(
  definition: DefinitionObject,
  { savedDefinition, nameInForce }: KnownSection,
): DefinitionObject {
  if (nameInForce === null) return definition;
  const isSame = definition.name === nameInForce;
  return withFormer(definition, isSame ? textAt(savedDefinition, ['was']) || undefined : nameInForce);
}

/** Another name for a section: of one that is in force the former name goes along. Rights on a section of the product stay rights on that. */
export function renamedSection(
  definition: DefinitionObject,
  name: string,
  knownSection: KnownSection,
): DefinitionObject {
  const { section } = definition;
  const called = calledSection(definition, name);
  return withNameInForce(section === definition.name ? called : { ...called, section }, knownSection);
}
