import OutlinedInput from '@mui/material/OutlinedInput';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { describedBy, FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import { BUILT_IN } from '#resources/built-in.ts';
import { AUDIT_KINDS } from '#resources/language/audit-kinds.ts';
import { SECTION_NAME } from '#resources/language/names.ts';
import { problemsWithin, useBuilder } from '../state/builder-context.ts';
import { type DefinitionObject, isObject, textAt, valueAt, withValue } from '../state/definition-text.ts';
import { withWordForm, wordsForNewTitle } from '../state/new-definition.ts';
import { renameSection } from '../state/section-name.ts';
import { ChoiceSelect } from './choice-select.tsx';
import editor from './field-editor.module.css';
import inputs from './inputs.module.css';
import { NameInput } from './name-input.tsx';
import { OptionInput } from './option-input.tsx';
import { getDefinitionSchema, objectSchema } from './option-schema.ts';
import { problemsText } from './problem-text.ts';

const WORD_FORMS = ['one', 'few', 'many', 'accusative', 'plural'] as const;
const GENDERS = ['m', 'f', 'n'] as const;
/** Options of the section by group, in display order; options not listed here can be edited only as JSON. */
const LOOK_OPTIONS = ['icon', 'menu', 'section', 'building', 'area'];
const RULE_OPTIONS = ['comments', 'import', 'checks', 'notify'];
const FREQUENT_LIST_OPTIONS = ['layout', 'columns', 'search', 'sort', 'menu', 'group', 'board', 'order', 'calendar'];
const RARE_LIST_OPTIONS = ['colours', 'totals', 'pageSizes'];
const CARD_OPTIONS = ['title', 'fields', 'edit'];

/** Editor of the section's own settings: title, look, list, card and rules. */
export function SectionEditor() {
  const translate = useTranslate();
  const { state } = useBuilder();
  const { properties = {} } = getDefinitionSchema();
  const list = properties.list?.properties ?? {};
  const card = objectSchema(properties.card ?? {}).properties ?? {};
  const renderOption = (key: string) => (
    <OptionInput key={key} path={[key]} schema={properties[key] ?? {}} parentKey="section" />
  );
  const renderListOption = (key: string) => (
    <OptionInput key={key} path={['list', key]} schema={list[key] ?? {}} parentKey="list" />
  );
  return (
    <div className={editor.editor}>
      <WordsInput />
      <h3>{translate('sectionBuilder.section.look')}</h3>
      {LOOK_OPTIONS.map(renderOption)}
      <SectionNameInput key={textAt(state.definition, ['name'])} />
      <FormGuide />
      <h3>{translate('sectionBuilder.section.list')}</h3>
      {FREQUENT_LIST_OPTIONS.map(renderListOption)}
      <details className={inputs.more}>
        <summary>{translate('sectionBuilder.section.rare')}</summary>
        {RARE_LIST_OPTIONS.map(renderListOption)}
      </details>
      <h3>{translate('sectionBuilder.preview.card')}</h3>
      {CARD_OPTIONS.map((key) => (
        <OptionInput key={key} path={['card', key]} schema={card[key] ?? {}} parentKey="card" />
      ))}
      <h3>{translate('sectionBuilder.section.rules')}</h3>
      {RULE_OPTIONS.map(renderOption)}
    </div>
  );
}

/** Inputs of the title, from which the word forms are guessed, and of the forms, to correct them. */
function WordsInput() {
  const translate = useTranslate();
  const { state, dispatch, problems } = useBuilder();
  const id = useId();
  const { definition } = state;
  const text = (key: string) => textAt(definition, ['words', key]);
  const title = text('title') || capitalised(text('plural'));
  // The title as typed, because the definition trims a trailing space.
  const [typedTitle, setTypedTitle] = useState<string | null>(null);
  const error = problemsText(problemsWithin(problems, ['words']), definition);
  const changeWords = (change: (before: DefinitionObject) => DefinitionObject, step: string) =>
    dispatch({ type: 'change', change, step });
  const endStep = () => dispatch({ type: 'end-step' });
  return (
    <>
      <FieldFrame id={id} label={translate('sectionBuilder.words.title')} error={error}>
        <OutlinedInput
          id={id}
          fullWidth
          size="small"
          value={typedTitle ?? title}
          inputProps={{ maxLength: 60, 'aria-describedby': describedBy(id, { error }) }}
          onChange={({ target }) => {
            setTypedTitle(target.value);
            changeWords(
              (before) => withValue(before, ['words'], wordsForNewTitle(before, title, target.value)),
              'words.title',
            );
          }}
          onBlur={() => {
            setTypedTitle(null);
            endStep();
          }}
        />
      </FieldFrame>
      <details className={inputs.more}>
        <summary>{translate('sectionBuilder.words.more')}</summary>
        <p className={inputs.hint}>{translate('sectionBuilder.words.moreLine')}</p>
        {WORD_FORMS.map((form) => (
          <FieldFrame key={form} id={`${id}-${form}`} label={translate(`sectionBuilder.words.${form}`)}>
            <OutlinedInput
              id={`${id}-${form}`}
              fullWidth
              size="small"
              value={text(form)}
              onChange={({ target }) =>
                changeWords(
                  (before) => withValue(before, ['words'], withWordForm(before, form, target.value)),
                  `words.${form}`,
                )
              }
              onBlur={endStep}
            />
          </FieldFrame>
        ))}
        <FieldFrame id={`${id}-gender`} label={translate('sectionBuilder.words.gender')}>
          <ChoiceSelect
            id={`${id}-gender`}
            value={text('gender')}
            options={GENDERS.map((value) => ({ value, label: translate(`sectionBuilder.words.genders.${value}`) }))}
            onChange={(gender) =>
              dispatch({ type: 'change', change: (before) => withValue(before, ['words', 'gender'], gender) })
            }
          />
        </FieldFrame>
        <p className={inputs.hint}>
          {translate('sectionBuilder.words.sample', {
            one: text('one'),
            few: text('few'),
            many: text('many'),
            accusative: text('accusative'),
          })}
        </p>
      </details>
    </>
  );
}

/** Input of the section's name in the data and in paths; an active section keeps its former name in `was`. */
function SectionNameInput() {
  const translate = useTranslate();
  const { state, dispatch, savedDefinition, activeName, otherSections } = useBuilder();
  const takenNames = [
    ...AUDIT_KINDS,
    ...[...BUILT_IN, ...otherSections].flatMap(({ name, was }) => [name, was ?? name]),
  ];
  return (
    <NameInput
      name={textAt(state.definition, ['name'])}
      label={translate('sectionBuilder.section.name')}
      help={translate('sectionBuilder.section.nameHelp')}
      invalidText={translate('sectionBuilder.section.badName')}
      isValid={(next) => SECTION_NAME.test(next) && !takenNames.includes(next)}
      onRename={(next) =>
        dispatch({
          type: 'change',
          change: (before) => renameSection(before, next, { savedDefinition, activeName }),
        })
      }
    />
  );
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const GUIDES = ['plain', 'steps', 'tabs'] as const;
type Guide = (typeof GUIDES)[number];

function readGuide(form: unknown): Guide {
  if (!isObject(form)) return 'plain';
  return 'tabs' in form ? 'tabs' : 'steps';
}

/** Choice of how the form's sections are shown: on one page, as steps or as tabs. */
function FormGuide() {
  const translate = useTranslate();
  const { state, dispatch } = useBuilder();
  const id = useId();
  const { form } = state.definition;
  function choose(guide: Guide) {
    dispatch({
      type: 'change',
      change: (before) => {
        const sections = isObject(before.form) ? valueAt(before.form, [readGuide(before.form)]) : before.form;
        return withValue(before, ['form'], guide === 'plain' ? sections : { [guide]: sections });
      },
    });
  }
  return (
    <FieldFrame id={id} label={translate('sectionBuilder.section.formGuide')}>
      <ChoiceSelect
        id={id}
        value={readGuide(form)}
        options={GUIDES.map((value) => ({ value, label: translate(`sectionBuilder.section.formGuides.${value}`) }))}
        onChange={(guide) => choose(guide as Guide)}
      />
    </FieldFrame>
  );
}
