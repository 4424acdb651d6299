import OutlinedInput from '@mui/material/OutlinedInput';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { describedBy, FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import { BUILT_IN } from '#resources/built-in.ts';
import { AUDIT_KINDS } from '#resources/language/audit-kinds.ts';
import { SECTION_NAME } from '#resources/language/names.ts';
import { problemsWithin, useBuilder } from '../state/builder-context.ts';
import { type DefinitionObject, isObject, textAt, valueAt, withValue } from '../state/definition-text.ts';
import { wordsAfter, wordsWith } from '../state/new-definition.ts';
import { renamedSection } from '../state/section-name.ts';
import { ChoiceSelect } from './choice-select.tsx';
import editor from './field-editor.module.css';
import inputs from './inputs.module.css';
import { NameInput } from './name-input.tsx';
import { OptionInput } from './option-input.tsx';
import { languageSchema, objectSchema } from './option-schema.ts';
import { problemsInWords } from './problem-words.ts';

const FORMS = ['one', 'few', 'many', 'accusative', 'plural'] as const;
const GENDERS = ['m', 'f', 'n'] as const;
/** Options of the section in the order of their groups; what is not here is written in JSON. */
const LOOK = ['icon', 'menu', 'section', 'building', 'area'];
const RULES = ['comments', 'import', 'checks', 'notify'];
const LIST_FIRST = ['layout', 'columns', 'search', 'sort', 'menu', 'group', 'board', 'order', 'calendar'];
const LIST_RARE = ['colours', 'totals', 'pageSizes'];
const CARD = ['title', 'fields', 'edit'];

/** The name of a section, its look, and its rules. */
export function SectionEditor() {
  const translate = useTranslate();
  const { state } = useBuilder();
  const { properties = {} } = languageSchema();
  const list = properties.list?.properties ?? {};
  const card = objectSchema(properties.card ?? {}).properties ?? {};
  const option = (key: string) => <OptionInput key={key} path={[key]} schema={properties[key] ?? {}} above="section" />;
  const ofList = (key: string) => <OptionInput key={key} path={['list', key]} schema={list[key] ?? {}} above="list" />;
  return (
    <div className={editor.editor}>
      <Words />
      <h3>{translate('sectionBuilder.section.look')}</h3>
      {LOOK.map(option)}
      <SectionNameInput key={textAt(state.definition, ['name'])} />
      <FormGuide />
      <h3>{translate('sectionBuilder.section.list')}</h3>
      {LIST_FIRST.map(ofList)}
      <details className={inputs.more}>
        <summary>{translate('sectionBuilder.section.rare')}</summary>
        {LIST_RARE.map(ofList)}
      </details>
      <h3>{translate('sectionBuilder.preview.card')}</h3>
      {CARD.map((key) => (
        <OptionInput key={key} path={['card', key]} schema={card[key] ?? {}} above="card" />
      ))}
      <h3>{translate('sectionBuilder.section.rules')}</h3>
      {RULES.map(option)}
    </div>
  );
}

/** One title is enough: the forms of its words are guessed, and can be mended. */
function Words() {
  const translate = useTranslate();
  const { state, dispatch, problems } = useBuilder();
  const id = useId();
  const { definition } = state;
  const text = (key: string) => textAt(definition, ['words', key]);
  const title = text('title') || capitalised(text('plural'));
  // The typed title with a space at its end, which the definition trims.
  const [typedTitle, setTypedTitle] = useState<string | null>(null);
  const error = problemsInWords(problemsWithin(problems, ['words']), definition);
  const changeTyped = (change: (before: DefinitionObject) => DefinitionObject, step: string) =>
    dispatch({ type: 'change', change, step });
  const end = () => dispatch({ type: 'end-step' });
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
            changeTyped(
              (before) => withValue(before, ['words'], wordsAfter(before, title, target.value)),
              'words.title',
            );
          }}
          onBlur={() => {
            setTypedTitle(null);
            end();
          }}
        />
      </FieldFrame>
      <details className={inputs.more}>
        <summary>{translate('sectionBuilder.words.more')}</summary>
        <p className={inputs.hint}>{translate('sectionBuilder.words.moreLine')}</p>
        {FORMS.map((form) => (
          <FieldFrame key={form} id={`${id}-${form}`} label={translate(`sectionBuilder.words.${form}`)}>
            <OutlinedInput
              id={`${id}-${form}`}
              fullWidth
              size="small"
              value={text(form)}
              onChange={({ target }) =>
                changeTyped(
                  (before) => withValue(before, ['words'], wordsWith(before, form, target.value)),
                  `words.${form}`,
                )
              }
              onBlur={end}
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

/** The name of the section in the data and in addresses; of one in force the former name goes along, so that nothing is lost. */
function SectionNameInput() {
  const translate = useTranslate();
  const { state, dispatch, savedDefinition, nameInForce, otherSections } = useBuilder();
  const takenNames = [
    ...AUDIT_KINDS,
    ...[...BUILT_IN, ...otherSections].flatMap(({ name, was }) => [name, was ?? name]),
  ];
  return (
    <NameInput
      name={textAt(state.definition, ['name'])}
      label={translate('sectionBuilder.section.name')}
      help={translate('sectionBuilder.section.nameHelp')}
      mistake={translate('sectionBuilder.section.badName')}
      isSound={(next) => SECTION_NAME.test(next) && !takenNames.includes(next)}
      onNamed={(next) =>
        dispatch({
          type: 'change',
          change: (before) => renamedSection(before, next, { savedDefinition, nameInForce }),
        })
      }
    />
  );
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const GUIDES = ['plain', 'steps', 'tabs'] as const;
type Guide = (typeof GUIDES)[number];

function guideOf(form: unknown): Guide {
  if (!isObject(form)) return 'plain';
  return 'tabs' in form ? 'tabs' : 'steps';
}

/** How one gets about among the sections of the form. */
function FormGuide() {
  const translate = useTranslate();
  const { state, dispatch } = useBuilder();
  const id = useId();
  const { form } = state.definition;
  function choose(guide: Guide) {
    dispatch({
      type: 'change',
      change: (before) => {
        const sections = isObject(before.form) ? valueAt(before.form, [guideOf(before.form)]) : before.form;
        return withValue(before, ['form'], guide === 'plain' ? sections : { [guide]: sections });
      },
    });
  }
  return (
    <FieldFrame id={id} label={translate('sectionBuilder.section.formGuide')}>
      <ChoiceSelect
        id={id}
        value={guideOf(form)}
        options={GUIDES.map((value) => ({ value, label: translate(`sectionBuilder.section.formGuides.${value}`) }))}
        onChange={(guide) => choose(guide as Guide)}
      />
    </FieldFrame>
  );
}
