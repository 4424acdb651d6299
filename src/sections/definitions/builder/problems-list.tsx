import { useTranslate } from 'react-admin';
import { text } from '#i18n/console-text.ts';
import { optionLabel } from '#i18n/definition-option-texts.ts';
import type { DefinitionProblem } from '#resources/language/definition-problem.ts';
import classes from './builder.module.css';
import { problemWords } from './fields/problem-words.ts';
import { useBuilder } from './state/builder-context.ts';
import { type DefinitionObject, fieldsIn } from './state/definition-text.ts';

/** Problems that are listed at the most. */
const LISTED = 30;

/** Keys that no form has an input for by their name. */
const ROOTS: Readonly<Record<string, string>> = {
  words: 'sectionBuilder.words.more',
  form: 'sectionBuilder.section.formGuide',
};

/** Keys as the forms call them; the items of a list are counted from one. @param above the key around them, or the kind of the field */
function keyWords(keys: readonly string[], above: string): string[] {
  let around = above;
  return keys.map((key) => {
    if (/^\d+$/.test(key)) return String(Number(key) + 1);
    const root = ROOTS[key];
    const label = optionLabel(key, around) ?? (root === undefined ? key : text(root));
    around = key;
    return label;
  });
}

/** A place of a definition as a person calls it: «Гость – Не меньше». */
function placeWords(definition: DefinitionObject, place: string): string {
  if (place === '') return text('sectionBuilder.tabs.section');
  const [first = '', name = '', ...rest] = place.split('.');
  if (first !== 'fields') return keyWords(place.split('.'), 'section').join(' – ');
  const field = fieldsIn(definition)[name];
  return [String(field?.label ?? name), ...keyWords(rest, String(field?.kind))].join(' – ');
}

/** Problems of the definition; each leads to its place. */
export function ProblemsList({
  refusals,
  onField,
  onSection,
}: {
  /** The server's messages about the last try, a sentence each. */
  refusals: readonly string[];
  onField: (name: string) => void;
  onSection: () => void;
}) {
  const translate = useTranslate();
  const { state, problems } = useBuilder();
  if (!problems.length && !refusals.length) return null;
  const lead = ({ place }: Pick<DefinitionProblem, 'place'>) => {
    const [first, name = ''] = place.split('.');
    if (first === 'fields' && fieldsIn(state.definition)[name]) onField(name);
    else onSection();
  };
  return (
    <section
      className={classes.problems}
      aria-label={translate('sectionBuilder.problems.heading', { count: problems.length })}
    >
      {problems.length ? (
        <details>
          <summary>{translate('sectionBuilder.problems.heading', { count: problems.length })}</summary>
          <ul>
            {problems.slice(0, LISTED).map((one) => (
              <li key={`${one.place} ${one.code} ${JSON.stringify(one.params)}`}>
                <button type="button" className="link" onClick={() => lead(one)}>
                  {placeWords(state.definition, one.place)}
                </button>{' '}
                {problemWords(one, state.definition)}
              </li>
            ))}
          </ul>
          {problems.length > LISTED ? (
            <p>{translate('sectionBuilder.problems.more', { count: problems.length - LISTED })}</p>
          ) : null}
        </details>
      ) : null}
      {refusals.length ? (
        <div role="alert">
          <b>{translate('sectionBuilder.problems.server')}</b>
          <ul>
            {refusals.map((sentence) => (
              <li key={sentence}>
                <button type="button" className="link" onClick={() => lead({ place: sentence.split(':')[0] ?? '' })}>
                  {sentence}
                </button>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </section>
  );
}
