import { useTranslate } from 'react-admin';
import { optionLabel } from '#i18n/definition-option-texts.ts';
import type { DefinitionProblem } from '#resources/language/definition-problem.ts';
import classes from './builder.module.css';
import { problemWords } from './fields/problem-words.ts';
import { useBuilder } from './state/builder-context.ts';
import { type DefinitionObject, fieldsIn } from './state/definition-text.ts';

/** Mistakes that are listed at the most. */
const LISTED = 30;

/** A place of a definition as a person calls it: «Гость – Не меньше». */
function placeWords(definition: DefinitionObject, place: string): string {
  const [first = '', name = '', ...rest] = place.split('.');
  if (place === '') return '';
  if (first !== 'fields')
    return [first, ...[name, ...rest].filter(Boolean)].map((key) => optionLabel(key, '') ?? key).join(' – ');
  const field = fieldsIn(definition)[name];
  const keys = rest.map((key, at) => optionLabel(key, rest[at - 1] ?? String(field?.kind)) ?? key);
  return [String(field?.label ?? name), ...keys].join(' – ');
}

/** What is wrong with the definition; each mistake leads to its place. */
export function ProblemsList({
  refusals,
  onField,
  onSection,
}: {
  /** What the server said of the last try, a sentence each. */
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
                {problemWords(one)}
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
