import { text } from '#i18n/console-text.ts';
import { problemReason } from '#i18n/definition-problem-words.ts';
import type { DefinitionProblem } from '#resources/language/definition-problem.ts';
import '#i18n/definition-builder-texts.ts';

/** A mistake of a definition in words, without its place. */
export const problemWords = (one: DefinitionProblem): string => problemReason(one, text);
