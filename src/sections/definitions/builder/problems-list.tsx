import { useTranslate } from 'react-admin';
import { text } from '#i18n/console-text.ts';
import { optionLabel } from '#i18n/definition-option-texts.ts';
import type { DefinitionProblem } from '#resources/language/definition-problem.ts';
import classes from './builder.module.css';
import { problemText } from './fields/problem-text.ts';
import { useBuilder } from './state/builder-context.ts';
import { type DefinitionObject, getRawFields } from './state/definition-text.ts';

/** Maximum number of listed problems. */
const LISTED_MAX = 30;

/** i18n keys of definition keys that have no labelled input. */
const ROOT_LABELS: Readonly<Record<string, string>> = {
  words: 'sectionBuilder.words.more',
  form: 'sectionBuilder.section.formGuide',
};

/**
 * Labels of a path's keys as in the forms; list indexes are shown from one.
 * @param above key that contains the path, or the kind of the field
 */
function keyLabels(keys: readonly string[], above: string): string[] {
  let parentKey = above;
  return keys.map((key) => {
    if (/^\d+$/.test(key)) return String(Number(key) + 1);
    const root = ROOT_LABELS[key];
    const label = optionLabel(key, parentKey) ?? (root === undefined ? key : text(root));
    parentKey = key;
    return label;
  });
}

/** Readable name of a path in a definition: «Гость – Не меньше». */
function pathLabel(definition: DefinitionObject, place: string): string {
  if (place === '') return text('sectionBuilder.tabs.section');
  const [first = '', name = '', ...rest] = place.split('.');
  if (first !== 'fields') return keyLabels(place.split('.'), 'section').join(' – ');
  const field = getRawFields(definition)[name];
  return [String(field?.label ?? name), ...keyLabels(rest, String(field?.kind))].join(' – ');
}

/** Problems of the definition; each links to the editor of its field or of the section. */
export function ProblemsList({
  refusals,
  onField,
  onSection,
}: {
  /** The server's messages about the last attempt to apply, one sentence each. */
  refusals: readonly string[];
  onField: (name: string) => void;
  onSection: () => void;
}) {
  const translate = useTranslate();
  const { state, problems } = useBuilder();
  if (!problems.length && !refusals.length) return null;
  const openProblem = ({ place }: Pick<DefinitionProblem, 'place'>) => {
    const [first, name = ''] = place.split('.');
    if (first === 'fields' && getRawFields(state.definition)[name]) onField(name);
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
            {problems.slice(0, LISTED_MAX).map((one) => (
              <li key={`${one.place} ${one.code} ${JSON.stringify(one.params)}`}>
                <button type="button" className="link" onClick={() => openProblem(one)}>
                  {pathLabel(state.definition, one.place)}
                </button>{' '}
                {problemText(one, state.definition)}
              </li>
            ))}
          </ul>
          {problems.length > LISTED_MAX ? (
            <p>{translate('sectionBuilder.problems.more', { count: problems.length - LISTED_MAX })}</p>
          ) : null}
        </details>
      ) : null}
      {refusals.length ? (
        <div role="alert">
          <b>{translate('sectionBuilder.problems.server')}</b>
          <ul>
            {refusals.map((sentence) => (
              <li key={sentence}>
                <button
                  type="button"
                  className="link"
                  onClick={() => openProblem({ place: sentence.split(':')[0] ?? '' })}
                >
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
