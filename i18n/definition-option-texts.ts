import { definitionOptions } from './ru/definition-options.ts';
import { typeset } from './typeset.ts';

type Texts = Readonly<Record<string, unknown>>;

const textIn = (texts: unknown, key: string): string | null => {
  const text = Object.hasOwn(texts ?? {}, key) ? (texts as Texts)[key] : undefined;
  return typeof text === 'string' && text !== '' ? typeset(text) : null;
};

/** The label of an option; null for one that is written in JSON alone. @param above the key around it, or the kind of its field */
export const optionLabel = (key: string, above: string): string | null =>
  textIn((definitionOptions.places as Texts)[above], key) ?? textIn(definitionOptions, key);

/** Help on an option at its place; the general help only where the place does not name the option itself. */
export const optionHelp = (key: string, above: string): string | null => {
  const isNamedThere = (definitionOptions.places as Readonly<Record<string, Texts>>)[above]?.[key] !== undefined;
  return (
    textIn(definitionOptions.helps, `${above}.${key}`) ?? (isNamedThere ? null : textIn(definitionOptions.helps, key))
  );
};

/** The label of a value to choose from; the value itself where it has none. */
export const valueLabel = (value: unknown): string => textIn(definitionOptions.values, String(value)) ?? String(value);
