import OutlinedInput from '@mui/material/OutlinedInput';
import { memo, useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Checkbox } from '#console/ui/inputs/checkbox.tsx';
import { describedBy, FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import { Switch } from '#console/ui/inputs/switch.tsx';
import { optionHelp, optionLabel, valueLabel } from '#i18n/definition-option-texts.ts';
import { problemPlace, problemsWithin, useBuilder, useBuilderDispatch } from '../state/builder-context.ts';
import { isObject, valueAt, withValue } from '../state/definition-text.ts';
import { ChoiceSelect } from './choice-select.tsx';
import { choicesAt, type Option } from './choice-sources.ts';
import { ColumnsInput } from './columns-input.tsx';
import classes from './inputs.module.css';
import { NamesInput } from './names-input.tsx';
import { ObjectsInput, type OptionProps } from './objects-input.tsx';
import { type OptionInputKind, objectSchema, optionInputKind, resolveSchema, schemaChoices } from './option-schema.ts';
import { problemsText } from './problem-text.ts';

interface InputProps extends OptionProps {
  id: string;
  label: string;
  /** Ids of the elements that describe the control. */
  describedBy: string | undefined;
  value: unknown;
  onChange: (value: unknown, isTyped?: boolean) => void;
  onEnd: () => void;
}

/** Input of a string; an empty text removes the option. */
function TextInput({ id, describedBy: description, value, onChange, onEnd }: InputProps) {
  return (
    <OutlinedInput
      id={id}
      fullWidth
      size="small"
      value={typeof value === 'string' ? value : ''}
      inputProps={{ 'aria-describedby': description }}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value, true)}
      onBlur={onEnd}
    />
  );
}

/**
 * The typed text of an input whose value is parsed from it; dropped when the value changes otherwise, e.g. by an undo.
 * @returns the text, or null to show the value instead, and a setter that takes the text and the value parsed from it
 */
function useTypedText(value: unknown): [string | null, (text: string | null, after?: unknown) => void] {
  const [typedState, setTypedState] = useState<{ text: string; after: string | undefined } | null>(null);
  const text = typedState && typedState.after === JSON.stringify(value) ? typedState.text : null;
  return [text, (next, after) => setTypedState(next === null ? null : { text: next, after: JSON.stringify(after) })];
}

/** Parses a number with a decimal comma or point; NaN if the text is none. */
const parseNumber = (text: string): number =>
  text.trim() === '' ? Number.NaN : Number(text.replace(',', '.').replaceAll(/\s/g, ''));

function NumberInput({ id, describedBy: description, schema, value, onChange, onEnd }: InputProps) {
  const translate = useTranslate();
  const [typedText, setTyped] = useTypedText(value);
  const isWhole = schema.type === 'integer';
  const isValid = (number: number) => (isWhole ? Number.isInteger(number) : Number.isFinite(number));
  const isBad = typedText !== null && typedText.trim() !== '' && !isValid(parseNumber(typedText));
  return (
    <>
      <OutlinedInput
        id={id}
        fullWidth
        size="small"
        value={typedText ?? (value === undefined ? '' : String(value))}
        error={isBad}
        inputProps={{ inputMode: 'decimal', 'aria-describedby': description, 'aria-invalid': isBad }}
        onChange={({ target }) => {
          const number = parseNumber(target.value);
          const next = target.value.trim() === '' ? undefined : isValid(number) ? number : value;
          setTyped(target.value, next);
          if (next !== value) onChange(next, true);
        }}
        onBlur={() => {
          if (!isBad) setTyped(null);
          onEnd();
        }}
      />
      {isBad ? (
        <p className={classes.error} role="alert">
          {translate(`sectionBuilder.input.${isWhole ? 'badWhole' : 'badNumber'}`)}
        </p>
      ) : null}
    </>
  );
}

/** Parses JSON, an empty text as undefined; null if it is invalid. */
function parseJson(text: string): { value: unknown } | null {
  try {
    return { value: text.trim() === '' ? undefined : JSON.parse(text) };
  } catch {
    return null;
  }
}

/** Input of an option that has no dedicated input, as JSON; applied once it is valid. */
function JsonInput({ id, describedBy: description, value, onChange, onEnd }: InputProps) {
  const translate = useTranslate();
  const [typedText, setTyped] = useTypedText(value);
  const isBad = typedText !== null && parseJson(typedText) === null;
  return (
    <>
      <OutlinedInput
        id={id}
        fullWidth
        multiline
        size="small"
        value={typedText ?? (value === undefined ? '' : JSON.stringify(value, null, 1))}
        error={isBad}
        inputProps={{ 'aria-describedby': description, 'aria-invalid': isBad, spellCheck: false }}
        onChange={({ target }) => {
          const parsed = parseJson(target.value);
          setTyped(target.value, parsed ? parsed.value : value);
          if (parsed) onChange(parsed.value, true);
        }}
        onBlur={() => {
          if (!isBad) setTyped(null);
          onEnd();
        }}
      />
      {isBad ? (
        <p className={classes.error} role="alert">
          {translate('sectionBuilder.input.badJson')}
        </p>
      ) : null}
    </>
  );
}

function SelectInput({ id, describedBy: description, schema, value, onChange }: InputProps) {
  const translate = useTranslate();
  const choices = schemaChoices(schema) ?? [];
  return (
    <ChoiceSelect
      id={id}
      describedBy={description}
      value={value === undefined ? '' : String(value)}
      none={translate('sectionBuilder.input.none')}
      options={choices.map((one) => ({ value: String(one), label: valueLabel(one) }))}
      onChange={(next) => onChange(choices.find((one) => String(one) === next))}
    />
  );
}

/** Input of a list of strings, one per line. */
function TextsInput({ id, describedBy: description, value, onChange, onEnd }: InputProps) {
  const texts = Array.isArray(value) ? value.map(String) : [];
  const [typedText, setTyped] = useTypedText(value);
  return (
    <OutlinedInput
      id={id}
      fullWidth
      multiline
      size="small"
      value={typedText ?? texts.join('\n')}
      inputProps={{ 'aria-describedby': description }}
      onChange={({ target }) => {
        const lines = target.value.split('\n').filter((line) => line.trim() !== '');
        const next = lines.length ? lines : undefined;
        setTyped(target.value, next);
        onChange(next, true);
      }}
      onBlur={() => {
        setTyped(null);
        onEnd();
      }}
    />
  );
}

/** Parses whole numbers separated by spaces, commas or semicolons, an empty text as undefined; null if one is invalid. */
function parseNumbers(text: string): { numbers: readonly number[] | undefined } | null {
  const words = text.split(/[\s,;]+/).filter((word) => word !== '');
  const numbers = words.map(Number);
  if (!numbers.every(Number.isInteger)) return null;
  return { numbers: numbers.length ? numbers : undefined };
}

/** Input of a list of whole numbers on one line. */
function NumbersInput({ id, describedBy: description, value, onChange, onEnd }: InputProps) {
  const translate = useTranslate();
  const [typedText, setTyped] = useTypedText(value);
  const isBad = typedText !== null && parseNumbers(typedText) === null;
  return (
    <>
      <OutlinedInput
        id={id}
        fullWidth
        size="small"
        value={typedText ?? (Array.isArray(value) ? value.join(', ') : '')}
        error={isBad}
        inputProps={{ 'aria-describedby': description, 'aria-invalid': isBad }}
        onChange={({ target }) => {
          const parsed = parseNumbers(target.value);
          setTyped(target.value, parsed ? parsed.numbers : value);
          if (parsed) onChange(parsed.numbers, true);
        }}
        onBlur={() => {
          if (!isBad) setTyped(null);
          onEnd();
        }}
      />
      {isBad ? (
        <p className={classes.error} role="alert">
          {translate('sectionBuilder.input.badNumbers')}
        </p>
      ) : null}
    </>
  );
}

/** Checkboxes for a list of values from the schema. */
function ChoicesInput({ schema, value, onChange }: InputProps) {
  const choices = schemaChoices(resolveSchema(schema.items ?? {})) ?? [];
  const ticked = Array.isArray(value) ? value : [];
  return (
    <div className={classes.ticks}>
      {choices.map((one) => (
        <Checkbox
          key={String(one)}
          checked={ticked.includes(one)}
          onChange={(isTicked) => {
            const next = choices.filter((choice) => (choice === one ? isTicked : ticked.includes(choice)));
            onChange(next.length ? next : undefined);
          }}
        >
          {valueLabel(one)}
        </Checkbox>
      ))}
    </div>
  );
}

/** Switch with an optional expression: true, absent, or a condition. */
function ConditionInput(props: InputProps) {
  const { id, label, value, onChange } = props;
  const translate = useTranslate();
  const isOn = value === true || typeof value === 'string';
  return (
    <>
      <div className={classes.switch}>
        <span aria-hidden>{label}</span>
        <Switch label={label} checked={isOn} onChange={(next) => onChange(next ? true : undefined)} />
      </div>
      {isOn ? (
        <details className={classes.more} open={typeof value === 'string' || undefined}>
          <summary>{translate('sectionBuilder.input.condition')}</summary>
          <FieldFrame
            id={`${id}-condition`}
            label={translate('sectionBuilder.input.condition')}
            help={translate('sectionBuilder.input.conditionHelp')}
          >
            <TextInput
              {...props}
              id={`${id}-condition`}
              onChange={(next, isTyped) => onChange(next ?? true, isTyped)}
            />
          </FieldFrame>
        </details>
      ) : null}
    </>
  );
}

/** Switch for an option that is an object, with the inputs of its own options. */
function ObjectInput({ label, schema, value, path, parentKey, onChange }: InputProps) {
  const object = objectSchema(schema);
  const isOn = value !== undefined && value !== false;
  const key = String(path.at(-1));
  return (
    <>
      <div className={classes.switch}>
        <span aria-hidden>{label}</span>
        <Switch label={label} checked={isOn} onChange={(next) => onChange(next ? {} : undefined)} />
      </div>
      {isObject(value) ? (
        <fieldset className={classes.inner} aria-label={label}>
          {Object.entries(object.properties ?? {}).map(([one, inner]) => (
            <OptionInput key={one} path={[...path, one]} schema={inner} parentKey={key === '' ? parentKey : key} />
          ))}
        </fieldset>
      ) : null}
    </>
  );
}

/** Inputs that show their label themselves. */
const SELF_LABELLED = new Set<OptionInputKind>(['switch', 'condition', 'object', 'objects', 'columns']);

const INPUTS = {
  text: TextInput,
  number: NumberInput,
  select: SelectInput,
  texts: TextsInput,
  numbers: NumbersInput,
  choices: ChoicesInput,
  json: JsonInput,
  condition: ConditionInput,
  object: ObjectInput,
  objects: ({ path, schema, label, onChange }: InputProps) => (
    <ObjectsInput path={path} schema={schema} label={label} onChange={onChange} Option={OptionInput} />
  ),
  columns: ({ path, schema, label }: InputProps) => (
    <ColumnsInput path={path} schema={schema} label={label} Option={OptionInput} />
  ),
  // A constant is either set or absent, e.g. «В две колонки».
  switch: ({ label, schema: { const: set = true }, value, onChange }: InputProps) => (
    <div className={classes.switch}>
      <span aria-hidden>{label}</span>
      <Switch label={label} checked={value === set} onChange={(next) => onChange(next ? set : undefined)} />
    </div>
  ),
} as const satisfies Record<OptionInputKind, (props: InputProps) => React.ReactNode>;

/** Props of the control of one option. */
interface ControlProps extends OptionProps {
  label: string;
  value: unknown;
  error: string | null;
  /** Choices that come from the definition or other sections; null if there are none. */
  choices: readonly Option[] | null;
}

/** Compares the props for memo, because a keystroke changes only one of the many options on the page. */
const areOptionsEqual = (one: ControlProps, other: ControlProps): boolean =>
  one.schema === other.schema &&
  one.alsoChange === other.alsoChange &&
  // `JSON.stringify` writes undefined in a list as null.
  (one.value === undefined) === (other.value === undefined) &&
  JSON.stringify([one.path, one.parentKey, one.label, one.value, one.error, one.choices]) ===
    JSON.stringify([other.path, other.parentKey, other.label, other.value, other.error, other.choices]);

const OptionControl = memo(function OptionControl({
  path,
  schema,
  parentKey,
  alsoChange,
  label,
  value,
  error,
  choices,
}: ControlProps) {
  const translate = useTranslate();
  const dispatch = useBuilderDispatch();
  const id = useId();
  const kind = optionInputKind(schema);
  const help = optionHelp(String(path.at(-1)), parentKey);
  const input: InputProps = {
    path,
    schema,
    parentKey,
    id,
    label,
    describedBy: describedBy(id, { error, help }),
    value,
    onChange: (next, isTyped = false) =>
      dispatch({
        type: 'change',
        change: (definition) => withValue(alsoChange?.(definition, next) ?? definition, path, next),
        ...(isTyped ? { step: problemPlace(path) } : {}),
      }),
    onEnd: () => dispatch({ type: 'end-step' }),
  };
  if (choices) {
    const isList = schema.type === 'array';
    return (
      <FieldFrame id={id} label={label} error={error} help={help} group={isList}>
        {isList ? (
          <NamesInput
            label={label}
            options={choices}
            value={Array.isArray(value) ? value.map(String) : []}
            onChange={(next) => input.onChange(next)}
          />
        ) : (
          <ChoiceSelect
            id={id}
            describedBy={input.describedBy}
            value={typeof value === 'string' ? value : ''}
            none={translate('sectionBuilder.input.none')}
            options={choices}
            onChange={(next) => input.onChange(next === '' ? undefined : next)}
          />
        )}
      </FieldFrame>
    );
  }
  const Input = INPUTS[kind];
  if (!SELF_LABELLED.has(kind))
    return (
      <FieldFrame id={id} label={label} error={error} help={help} group={kind === 'choices'}>
        <Input {...input} />
      </FieldFrame>
    );
  return (
    <div className={classes.row}>
      <Input {...input} />
      {help ? <p className={classes.hint}>{help}</p> : null}
      {error && kind !== 'object' ? (
        <p className={classes.error} role="alert">
          {error}
        </p>
      ) : null}
    </div>
  );
}, areOptionsEqual);

/** Input of an option, chosen by its schema; renders nothing for options that can be edited only as JSON. */
export function OptionInput({ path, schema: givenSchema, parentKey, alsoChange }: OptionProps) {
  const { state, problems, otherSections } = useBuilder();
  const schema = resolveSchema(givenSchema);
  const label = optionLabel(String(path.at(-1)), parentKey);
  if (label === null) return null;
  const isItems = optionInputKind(schema) === 'objects';
  const optionProblems = problemsWithin(problems, path).filter(({ place }) => !isItems || place === problemPlace(path));
  return (
    <OptionControl
      path={path}
      schema={schema}
      parentKey={parentKey}
      {...(alsoChange ? { alsoChange } : {})}
      label={label}
      value={valueAt(state.definition, path)}
      error={problemsText(optionProblems, state.definition)}
      choices={choicesAt(state.definition, path, otherSections)}
    />
  );
}
