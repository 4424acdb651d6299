import { addTexts } from './console-text.ts';
import { definitionBuilder } from './ru/definition-builder.ts';
import { definitionOptions } from './ru/definition-options.ts';
import { definitions } from './ru/definitions.ts';

/** The texts of the section builder, and the mistakes of definitions that it tells: imported by its pages. */
addTexts({ sectionBuilder: { ...definitionBuilder, options: definitionOptions }, definitions });
