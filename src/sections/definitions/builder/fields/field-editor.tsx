import ArrowBack from '@mui/icons-material/ArrowBack';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import OutlinedInput from '@mui/material/OutlinedInput';
import { memo, useEffect, useId, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { Checkbox } from '#console/ui/inputs/checkbox.tsx';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import type { KindName } from '#resources/language/kinds/registry.ts';
import { traitsOf } from '#resources/language/kinds/traits.ts';
import { FIELD_NAME } from '#resources/language/names.ts';
import { problemsWithin, useBuilder, useBuilderDispatch } from '../state/builder-context.ts';
import { fieldsIn, withValue } from '../state/definition-text.ts';
import { isShownIn, removedField, renamedField, type ShownIn, typedField, withShown } from '../state/field-changes.ts';
import { formParts, movedField, outsideForm } from '../state/form-parts.ts';
import { fieldNameFor } from '../state/latin-names.ts';
import { ChoiceSelect } from './choice-select.tsx';
import classes from './field-editor.module.css';
import inputs from './inputs.module.css';
import { PALETTE } from './kind-icons.tsx';
import { kindLabel, withKind } from './kind-starts.ts';
import { NameInput } from './name-input.tsx';
import { OptionInput } from './option-input.tsx';
import { commonOptions, kindSchema, ownOptions } from './option-schema.ts';
import { problemsInWords } from './problem-words.ts';

/** Options that most fields want, before those of the kind. */
const FIRST = ['required', 'help', 'filter', 'unique', 'once', 'initial'];
/** Options for which the editor has inputs of its own. */
const OWN = ['kind', 'label'];

/** All options of one field. @param onRenamed the field is called otherwise now */
export function FieldEditor({
  name,
  onRenamed,
  onClose,
}: {
  name: string;
  onRenamed: (name: string) => void;
  onClose: () => void;
}) {
  const translate = useTranslate();
  const { state, dispatch, problems } = useBuilder();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const field = fieldsIn(state.definition)[name];
  if (!field) return null;
  const kind = String(field.kind) as KindName;
  const soundField = typedField(field);
  const schema = kindSchema(kind);
  const common = commonOptions().filter((key) => !OWN.includes(key));
  const option = (key: string) => (
    <OptionInput key={key} path={['fields', name, key]} schema={schema.properties?.[key] ?? {}} above={kind} />
  );
  const first = FIRST.filter((key) => common.includes(key));
  const rare = common.filter((key) => !first.includes(key));
  const ownKeys = soundField ? ownOptions(kind) : [];
  const label = String(field.label ?? name);
  const fieldProblems = problemsWithin(problems, ['fields', name]).filter(({ place }) => place === `fields.${name}`);
  return (
    <section className={classes.editor} aria-label={translate('sectionBuilder.field.heading', { label })}>
      <div className={classes.head}>
        <button type="button" className={classes.back} onClick={onClose}>
          <ArrowBack aria-hidden fontSize="small" />
          {translate('sectionBuilder.field.back')}
        </button>
        <h2 tabIndex={-1} ref={heading}>
          {translate('sectionBuilder.field.heading', { label })}
        </h2>
      </div>
      {fieldProblems.length ? (
        <p className={inputs.error} role="alert">
          {problemsInWords(fieldProblems, state.definition)}
        </p>
      ) : null}
      <LabelInput name={name} label={label} onRenamed={onRenamed} />
      <KindInput name={name} kind={kind} />
      <h3>{translate('sectionBuilder.field.common')}</h3>
      {first.map(option)}
      {ownKeys.length ? (
        <>
          <h3>{translate('sectionBuilder.field.own')}</h3>
          {ownKeys.map(option)}
        </>
      ) : null}
      <FormPartInput name={name} />
      {soundField ? <WhereShown name={name} isSearched={traitsOf(soundField).search !== undefined} /> : null}
      <details className={inputs.more}>
        <summary>{translate('sectionBuilder.field.rare')}</summary>
        <FieldNameInput key={name} name={name} onRenamed={onRenamed} />
        {rare.map(option)}
      </details>
      <ActionButton
        size="sm"
        icon={<DeleteOutlined aria-hidden />}
        onClick={() => {
          dispatch({ type: 'change', change: (before) => removedField(before, name) });
          onClose();
        }}
      >
        {translate('sectionBuilder.field.remove')}
      </ActionButton>
    </section>
  );
}

/** The label, which the name of a field follows until the server has it. */
function LabelInput({ name, label, onRenamed }: { name: string; label: string; onRenamed: (name: string) => void }) {
  const translate = useTranslate();
  const id = useId();
  const { state, dispatch, savedDefinition } = useBuilder();
  function type(next: string) {
    const { definition } = state;
    const isTaken = (one: string) => one !== name && Object.hasOwn(fieldsIn(definition), one);
    // A name that somebody gave by hand stays, and so does one that records are kept under.
    const follows =
      fieldNameFor(label, isTaken) === name && !(savedDefinition && Object.hasOwn(fieldsIn(savedDefinition), name));
    const named = follows ? fieldNameFor(next, isTaken) : name;
    dispatch({
      type: 'change',
      change: (before) => withValue(renamedField(before, name, named), ['fields', named, 'label'], next),
      step: 'label',
    });
    if (named !== name) onRenamed(named);
  }
  return (
    <FieldFrame id={id} label={translate('sectionBuilder.field.label')}>
      <OutlinedInput
        id={id}
        fullWidth
        size="small"
        value={label}
        inputProps={{ maxLength: 100 }}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => type(target.value)}
        onBlur={() => dispatch({ type: 'end-step' })}
      />
    </FieldFrame>
  );
}

/** Its many kinds are not drawn anew with every letter. */
const KindInput = memo(function KindInput({ name, kind }: { name: string; kind: KindName }) {
  const translate = useTranslate();
  const id = useId();
  const dispatch = useBuilderDispatch();
  return (
    <FieldFrame id={id} label={translate('sectionBuilder.field.kind')}>
      <ChoiceSelect
        id={id}
        value={kind}
        options={PALETTE.map((value) => ({ value, label: kindLabel(value) }))}
        onChange={(next) =>
          dispatch({
            type: 'change',
            change: (before) =>
              withValue(before, ['fields', name], withKind(fieldsIn(before)[name] ?? {}, next as KindName, before)),
          })
        }
      />
    </FieldFrame>
  );
});

/** The name of a field in the data; of a saved one the former name goes along, so that records keep their values. */
function FieldNameInput({ name, onRenamed }: { name: string; onRenamed: (name: string) => void }) {
  const translate = useTranslate();
  const { state, dispatch, savedDefinition } = useBuilder();
  return (
    <NameInput
      name={name}
      label={translate('sectionBuilder.field.name')}
      help={translate('sectionBuilder.field.nameHelp')}
      mistake={translate('sectionBuilder.field.badName')}
      isSound={(next) => FIELD_NAME.test(next) && !Object.hasOwn(fieldsIn(state.definition), next)}
      onNamed={(next) => {
        const former = savedDefinition && Object.hasOwn(fieldsIn(savedDefinition), name) ? name : undefined;
        dispatch({ type: 'change', change: (before) => renamedField(before, name, next, former) });
        onRenamed(next);
      }}
    />
  );
}

/** The part of the form that asks for the field; the way there for who does not drag. */
function FormPartInput({ name }: { name: string }) {
  const translate = useTranslate();
  const id = useId();
  const { state, dispatch } = useBuilder();
  const parts = formParts(state.definition);
  const partAt = parts.findIndex(({ fields }) => fields.includes(name));
  const options = (parts.length ? parts : [{ title: '' }]).map(({ title }, at) => ({
    value: String(at),
    label: title || translate('sectionBuilder.fields.section', { number: at + 1 }),
  }));
  function choose(value: string) {
    const section = value === '' ? null : Number(value);
    const index = section === null ? outsideForm(state.definition).length : (parts[section]?.fields.length ?? 0);
    dispatch({ type: 'change', change: (before) => movedField(before, name, { section, index }) });
  }
  return (
    <FieldFrame id={id} label={translate('sectionBuilder.field.formPart')}>
      <ChoiceSelect
        id={id}
        value={partAt < 0 ? '' : String(partAt)}
        none={translate('sectionBuilder.fields.outside')}
        options={options}
        onChange={choose}
      />
    </FieldFrame>
  );
}

function WhereShown({ name, isSearched }: { name: string; isSearched: boolean }) {
  const translate = useTranslate();
  const { state, dispatch } = useBuilder();
  const places: readonly ShownIn[] = isSearched ? ['column', 'card', 'search'] : ['column', 'card'];
  return (
    <fieldset className={classes.shown}>
      <legend>{translate('sectionBuilder.field.shown')}</legend>
      {places.map((where) => (
        <Checkbox
          key={where}
          checked={isShownIn(state.definition, name, where)}
          onChange={(isShown) =>
            dispatch({ type: 'change', change: (before) => withShown(before, name, where, isShown) })
          }
        >
          {translate(`sectionBuilder.field.${where}`)}
        </Checkbox>
      ))}
    </fieldset>
  );
}
