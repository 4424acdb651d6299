import OutlinedInput from '@mui/material/OutlinedInput';
import { memo, useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Checkbox } from '#console/ui/inputs/checkbox.tsx';
import { describedBy, FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import { Switch } from '#console/ui/inputs/switch.tsx';
import { optionHelp, optionLabel, valueLabel } from '#i18n/definition-option-texts.ts';
import { placeOf, problemsWithin, useBuilder, useBuilderDispatch } from '../state/builder-context.ts';
import { isObject, valueAt, withValue } from '../state/definition-text.ts';
import { ChoiceSelect } from './choice-select.tsx';
import { choicesAt, type Option } from './choice-sources.ts';
import { ColumnsInput } from './columns-input.tsx';
import classes from './inputs.module.css';
import { NamesInput } from './names-input.tsx';
import { ObjectsInput, type OptionProps } from './objects-input.tsx';
import { choicesOf, type OptionInputKind, objectSchema, optionInput, resolved } from './option-schema.ts';
import { problemsInWords } from './problem-words.ts';

interface InputProps extends OptionProps {
  id: string;
  label: string;
  /** Ids of the elements that describe the control. */
  describedBy: string | undefined;
  value: unknown;
  onChange: (value: unknown, isTyped?: boolean) => void;
  onEnd: () => void;
}

/** A text that is typed; an empty one takes the option out. */
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
 * The text being typed into an option, as long as the option has the value made of it: after a step back it shows its value.
 * @returns the text, null for none; and how to note another one with the value that comes of it
 */
function useTypedText(value: unknown): [string | null, (text: string | null, after?: unknown) => void] {
  const [typing, setTyping] = useState<{ text: string; after: string | undefined } | null>(null);
  const text = typing && typing.after === JSON.stringify(value) ? typing.text : null;
  return [text, (next, after) => setTyping(next === null ? null : { text: next, after: JSON.stringify(after) })];
}

/** The number in a text, with a comma or a point; NaN for none. */
const numberIn = (text: string): number =>
  text.trim() === '' ? Number.NaN : Number(text.replace(',', '.').replaceAll(/\s/g, ''));

function NumberInput({ id, describedBy: description, schema, value, onChange, onEnd }: InputProps) {
  const translate = useTranslate();
  const [typedText, setTyped] = useTypedText(value);
  const isWhole = schema.type === 'integer';
  const isSound = (number: number) => (isWhole ? Number.isInteger(number) : Number.isFinite(number));
  const isBad = typedText !== null && typedText.trim() !== '' && !isSound(numberIn(typedText));
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
          const number = numberIn(target.value);
          const next = target.value.trim() === '' ? undefined : isSound(number) ? number : value;
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

/** The value of a piece of JSON, undefined of an empty text; null where it is no JSON. */
function parseJson(text: string): { value: unknown } | null {
  try {
    return { value: text.trim() === '' ? undefined : JSON.parse(text) };
  } catch {
    return null;
  }
}

/** An option that no form fits: a piece of JSON, taken over once it is valid. */
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
  const choices = choicesOf(schema) ?? [];
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

/** Texts, each on its own line. */
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

/** The whole numbers in a text, undefined of an empty one; null where something is none. */
function numbersIn(text: string): { numbers: readonly number[] | undefined } | null {
  const words = text.split(/[\s,;]+/).filter((word) => word !== '');
  const numbers = words.map(Number);
  if (!numbers.every(Number.isInteger)) return null;
  return { numbers: numbers.length ? numbers : undefined };
}

/** Several whole numbers on one line. */
function NumbersInput({ id, describedBy: description, value, onChange, onEnd }: InputProps) {
  const translate = useTranslate();
  const [typedText, setTyped] = useTypedText(value);
  const isBad = typedText !== null && numbersIn(typedText) === null;
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
          const parsed = numbersIn(target.value);
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

/** Several of what the schema names. */
function ChoicesInput({ schema, value, onChange }: InputProps) {
  const choices = choicesOf(resolved(schema.items ?? {})) ?? [];
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

/** Yes, no, or while something holds. */
function ConditionInput(props: InputProps) {
  const { id, label, value, onChange } = props;
  const translate = useTranslate();
  const isSet = value === true || typeof value === 'string';
  return (
    <>
      <div className={classes.switch}>
        <span aria-hidden>{label}</span>
        <Switch label={label} checked={isSet} onChange={(next) => onChange(next ? true : undefined)} />
      </div>
      {isSet ? (
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

/** An option of options: on with what it has to say, or off. */
function ObjectInput({ label, schema, value, path, above, onChange }: InputProps) {
  const object = objectSchema(schema);
  const isSet = value !== undefined && value !== false;
  const key = String(path.at(-1));
  return (
    <>
      <div className={classes.switch}>
        <span aria-hidden>{label}</span>
        <Switch label={label} checked={isSet} onChange={(next) => onChange(next ? {} : undefined)} />
      </div>
      {isObject(value) ? (
        <fieldset className={classes.inner} aria-label={label}>
          {Object.entries(object.properties ?? {}).map(([one, inner]) => (
            <OptionInput key={one} path={[...path, one]} schema={inner} above={key === '' ? above : key} />
          ))}
        </fieldset>
      ) : null}
    </>
  );
}

/** Inputs that say themselves what they are called. */
const NAMED = new Set<OptionInputKind>(['switch', 'condition', 'object', 'objects', 'columns']);

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
  // A constant is there or not: «В две колонки».
  switch: ({ label, schema: { const: set = true }, value, onChange }: InputProps) => (
    <div className={classes.switch}>
      <span aria-hidden>{label}</span>
      <Switch label={label} checked={value === set} onChange={(next) => onChange(next ? set : undefined)} />
    </div>
  ),
} as const satisfies Record<OptionInputKind, (props: InputProps) => React.ReactNode>;

/** Data from which one option is drawn. */
interface ControlProps extends OptionProps {
  label: string;
  value: unknown;
  error: string | null;
  /** Choices that the definition itself or the other sections give. */
  choices: readonly Option[] | null;
}

/** Whether two options look the same: of the many on the page one changes with a letter. */
const isDrawnAlike = (one: ControlProps, other: ControlProps): boolean =>
  one.schema === other.schema &&
  one.along === other.along &&
  // In JSON «null» and nothing at all look the same within a list.
  (one.value === undefined) === (other.value === undefined) &&
  JSON.stringify([one.path, one.above, one.label, one.value, one.error, one.choices]) ===
    JSON.stringify([other.path, other.above, other.label, other.value, other.error, other.choices]);

const OptionControl = memo(function OptionControl({
  path,
  schema,
  above,
  along: changeAlong,
  label,
  value,
  error,
  choices,
}: ControlProps) {
  const translate = useTranslate();
  const dispatch = useBuilderDispatch();
  const id = useId();
  const kind = optionInput(schema);
  const help = optionHelp(String(path.at(-1)), above);
  const input: InputProps = {
    path,
    schema,
    above,
    id,
    label,
    describedBy: describedBy(id, { error, help }),
    value,
    onChange: (next, isTyped = false) =>
      dispatch({
        type: 'change',
        change: (definition) => withValue(changeAlong?.(definition, next) ?? definition, path, next),
        ...(isTyped ? { step: placeOf(path) } : {}),
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
  if (!NAMED.has(kind))
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
}, isDrawnAlike);

/** The input of an option, made from its schema; nothing for one that is written in JSON alone. */
export function OptionInput({ path, schema: givenSchema, above, along: changeAlong }: OptionProps) {
  const { state, problems, otherSections } = useBuilder();
  const schema = resolved(givenSchema);
  const label = optionLabel(String(path.at(-1)), above);
  if (label === null) return null;
  const isItems = optionInput(schema) === 'objects';
  const optionProblems = problemsWithin(problems, path).filter(({ place }) => !isItems || place === placeOf(path));
  return (
    <OptionControl
      path={path}
      schema={schema}
      above={above}
      {...(changeAlong ? { along: changeAlong } : {})}
      label={label}
      value={valueAt(state.definition, path)}
      error={problemsInWords(optionProblems, state.definition)}
      choices={choicesAt(state.definition, path, otherSections)}
    />
  );
}
