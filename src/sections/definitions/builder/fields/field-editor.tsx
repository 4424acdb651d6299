import ArrowBack from '@mui/icons-material/ArrowBack';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import OutlinedInput from '@mui/material/OutlinedInput';
import { memo, useEffect, useId, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { Checkbox } from '#console/ui/inputs/checkbox.tsx';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import type { KindName } from '#resources/language/kinds/registry.ts';
import { getTraits } from '#resources/language/kinds/traits.ts';
import { FIELD_NAME } from '#resources/language/names.ts';
import { problemsWithin, useBuilder, useBuilderDispatch } from '../state/builder-context.ts';
import { getRawFields, withValue } from '../state/definition-text.ts';
import { isShownIn, removeField, renameField, type ShownIn, setShownIn, typedField } from '../state/field-changes.ts';
import { fieldsOutsideForm, moveField, readFormSections } from '../state/form-parts.ts';
import { fieldNameFor } from '../state/latin-names.ts';
import { ChoiceSelect } from './choice-select.tsx';
import classes from './field-editor.module.css';
import inputs from './inputs.module.css';
import { PALETTE } from './kind-icons.tsx';
import { kindLabel, withKind } from './kind-starts.ts';
import { NameInput } from './name-input.tsx';
import { OptionInput } from './option-input.tsx';
import { commonOptions, kindOptions, kindSchema } from './option-schema.ts';
import { problemsText } from './problem-text.ts';

/** Frequent options, shown before those of the kind. */
const FREQUENT_OPTIONS = ['required', 'help', 'filter', 'unique', 'once', 'initial'];
/** Options with dedicated inputs in this editor. */
const DEDICATED_OPTIONS = ['kind', 'label'];

/** Editor of all options of one field. @param onRenamed called with the new name after a rename */
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
  const field = getRawFields(state.definition)[name];
  if (!field) return null;
  const kind = String(field.kind) as KindName;
  const knownField = typedField(field);
  const schema = kindSchema(kind);
  const commonKeys = commonOptions().filter((key) => !DEDICATED_OPTIONS.includes(key));
  const renderOption = (key: string) => (
    <OptionInput key={key} path={['fields', name, key]} schema={schema.properties?.[key] ?? {}} parentKey={kind} />
  );
  const frequentKeys = FREQUENT_OPTIONS.filter((key) => commonKeys.includes(key));
  const rareKeys = commonKeys.filter((key) => !frequentKeys.includes(key));
  const ownKeys = knownField ? kindOptions(kind) : [];
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
          {problemsText(fieldProblems, state.definition)}
        </p>
      ) : null}
      <LabelInput name={name} label={label} onRenamed={onRenamed} />
      <KindInput name={name} kind={kind} />
      <h3>{translate('sectionBuilder.field.common')}</h3>
      {frequentKeys.map(renderOption)}
      {ownKeys.length ? (
        <>
          <h3>{translate('sectionBuilder.field.own')}</h3>
          {ownKeys.map(renderOption)}
        </>
      ) : null}
      <FormPartInput name={name} />
      {knownField ? <ShownInInput name={name} isSearched={getTraits(knownField).search !== undefined} /> : null}
      <details className={inputs.more}>
        <summary>{translate('sectionBuilder.field.rare')}</summary>
        <FieldNameInput key={name} name={name} onRenamed={onRenamed} />
        {rareKeys.map(renderOption)}
      </details>
      <ActionButton
        size="sm"
        icon={<DeleteOutlined aria-hidden />}
        onClick={() => {
          dispatch({ type: 'change', change: (before) => removeField(before, name) });
          onClose();
        }}
      >
        {translate('sectionBuilder.field.remove')}
      </ActionButton>
    </section>
  );
}

/** Input of the label; the field's name follows it until the field is saved. */
function LabelInput({ name, label, onRenamed }: { name: string; label: string; onRenamed: (name: string) => void }) {
  const translate = useTranslate();
  const id = useId();
  const { state, dispatch, savedDefinition } = useBuilder();
  function typeLabel(next: string) {
    const { definition } = state;
    const isTaken = (one: string) => one !== name && Object.hasOwn(getRawFields(definition), one);
    // A name typed by hand or saved already (records may use it) is kept.
    const followsLabel =
      fieldNameFor(label, isTaken) === name && !(savedDefinition && Object.hasOwn(getRawFields(savedDefinition), name));
    const newName = followsLabel ? fieldNameFor(next, isTaken) : name;
    dispatch({
      type: 'change',
      change: (before) => withValue(renameField(before, name, newName), ['fields', newName, 'label'], next),
      step: 'label',
    });
    if (newName !== name) onRenamed(newName);
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
        onChange={({ target }) => typeLabel(target.value)}
        onBlur={() => dispatch({ type: 'end-step' })}
      />
    </FieldFrame>
  );
}

/** Memoised, so that the long list of kinds is not rerendered with every keystroke. */
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
              withValue(before, ['fields', name], withKind(getRawFields(before)[name] ?? {}, next as KindName, before)),
          })
        }
      />
    </FieldFrame>
  );
});

/** Input of the name in the data; a saved field keeps its former name in `was`, so that records keep their values. */
function FieldNameInput({ name, onRenamed }: { name: string; onRenamed: (name: string) => void }) {
  const translate = useTranslate();
  const { state, dispatch, savedDefinition } = useBuilder();
  return (
    <NameInput
      name={name}
      label={translate('sectionBuilder.field.name')}
      help={translate('sectionBuilder.field.nameHelp')}
      invalidText={translate('sectionBuilder.field.badName')}
      isValid={(next) => FIELD_NAME.test(next) && !Object.hasOwn(getRawFields(state.definition), next)}
      onRename={(next) => {
        const formerName = savedDefinition && Object.hasOwn(getRawFields(savedDefinition), name) ? name : undefined;
        dispatch({ type: 'change', change: (before) => renameField(before, name, next, formerName) });
        onRenamed(next);
      }}
    />
  );
}

/** Choice of the form section that contains the field: an alternative to dragging it. */
function FormPartInput({ name }: { name: string }) {
  const translate = useTranslate();
  const id = useId();
  const { state, dispatch } = useBuilder();
  const parts = readFormSections(state.definition);
  const sectionIndex = parts.findIndex(({ fields }) => fields.includes(name));
  const options = (parts.length ? parts : [{ title: '' }]).map(({ title }, index) => ({
    value: String(index),
    label: title || translate('sectionBuilder.fields.section', { number: index + 1 }),
  }));
  function choose(value: string) {
    const section = value === '' ? null : Number(value);
    const index = section === null ? fieldsOutsideForm(state.definition).length : (parts[section]?.fields.length ?? 0);
    dispatch({ type: 'change', change: (before) => moveField(before, name, { section, index }) });
  }
  return (
    <FieldFrame id={id} label={translate('sectionBuilder.field.formPart')}>
      <ChoiceSelect
        id={id}
        value={sectionIndex < 0 ? '' : String(sectionIndex)}
        none={translate('sectionBuilder.fields.outside')}
        options={options}
        onChange={choose}
      />
    </FieldFrame>
  );
}

function ShownInInput({ name, isSearched }: { name: string; isSearched: boolean }) {
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
            dispatch({ type: 'change', change: (before) => setShownIn(before, name, where, isShown) })
          }
        >
          {translate(`sectionBuilder.field.${where}`)}
        </Checkbox>
      ))}
    </fieldset>
  );
}
