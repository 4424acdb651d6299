import '#i18n/employee-fields-texts.ts';
import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import { useTranslate } from 'react-admin';
import { useLevelWords } from '#console/fields/level/labels.ts';
import { OptionGroup } from '#console/fields/parts/option-group.tsx';
import { Icon } from '#console/ui/display/icon.tsx';
import { Switch } from '#console/ui/inputs/switch.tsx';
import { canHide, type Level, offeredLevels } from '#resources/language/access.ts';
import { ICONS } from '#resources/language/icons.ts';
import type { LevelChoice } from '#resources/sections/kinds/employees.ts';
import { type Grantable, isRowOn, type LevelRow, mayGive, mayTake, switched } from './level-choice.ts';
import classes from './levels.module.css';

interface Props {
  id: string;
  row: LevelRow;
  value: LevelChoice;
  /** Levels before the change. */
  savedLevels: LevelChoice;
  /** Levels that the person may give. */
  grantable: Grantable;
  /** A level that is not offered here, unless the employee has it already. */
  excludedLevel: Level | null;
  /** Sections without a level yet. */
  missing: readonly string[];
  disabled: boolean;
  onChange: (value: LevelChoice) => void;
}

/** One row: sign, name, switch, and the levels of each of its sections. */
export function SectionRow(props: Props) {
  const { id, row, value, savedLevels, grantable, disabled, onChange } = props;
  const translate = useTranslate();
  const words = useLevelWords();
  const [first = ''] = row.sections;
  const title = row.label ? translate(row.label, { _: row.label }) : words.section(first);
  const isOn = isRowOn(row, value);
  const hasSeveral = row.sections.length > 1;
  const hidden = row.sections.every(canHide);
  const locked = row.sections.find((section) => !mayGive(grantable, section, savedLevels[section], 'denied'));
  const notYours = useNotYours();
  const icon = ICONS.find((name) => name === row.icon) ?? 'folder';
  const failed = row.sections.some((section) => props.missing.includes(section));
  return (
    <div className={isOn ? classes.row : `${classes.row} ${classes.off}`} data-row={first}>
      <Icon name={icon} />
      <b className={classes.title}>{title}</b>
      <div className={classes.controls}>
        {hidden ? (
          <Switch
            label={title}
            checked={isOn}
            disabled={disabled}
            refusal={locked === undefined ? null : notYours(locked, savedLevels[locked])}
            onChange={(next) => onChange(switched(row, value, next))}
          />
        ) : null}
        {isOn ? (
          <div className={hasSeveral ? classes.several : classes.single}>
            {row.sections.map((section) => (
              <SectionLevels key={section} {...props} id={`${id}-${section}`} section={section} named={hasSeveral} />
            ))}
          </div>
        ) : (
          <span className={classes.hiddenWord}>{translate('employeeFields.hidden')}</span>
        )}
        {failed ? (
          <p className={classes.error} role="alert">
            <ErrorOutlined aria-hidden />
            {translate('validation.level')}
          </p>
        ) : null}
      </div>
    </div>
  );
}

/** Why the person cannot give or take a level: they lack it themselves (PERM-23). */
function useNotYours() {
  const translate = useTranslate();
  const words = useLevelWords();
  return (section: string, level: Level | null | undefined) => ({
    title: translate('access.noRight', {
      section: words.section(section),
      right: words.level(section, level ?? 'denied'),
    }),
    line: translate('employeeFields.notYours'),
  });
}

function SectionLevels({
  id,
  section,
  named,
  value,
  savedLevels,
  grantable,
  excludedLevel,
  missing,
  disabled,
  onChange,
}: Props & { section: string; named: boolean }) {
  const words = useLevelWords();
  const notYours = useNotYours();
  const title = words.section(section);
  const options = offeredLevels(section)
    .filter((level) => level !== excludedLevel || savedLevels[section] === level)
    .map((level) => ({
      value: level,
      label: words.level(section, level),
      ...(mayGive(grantable, section, savedLevels[section], level) || level === savedLevels[section]
        ? {}
        : {
            refused: notYours(
              section,
              mayTake(grantable, section, savedLevels[section]) ? level : savedLevels[section],
            ),
          }),
    }));
  return (
    <>
      {named ? <span className={classes.name}>{title}</span> : null}
      <div role="radiogroup" aria-label={title} className={classes.levels}>
        <OptionGroup
          name={id}
          look="segments"
          options={options}
          value={value[section] ?? null}
          invalid={missing.includes(section)}
          disabled={disabled}
          onChange={(level) => onChange({ ...value, [section]: level as Level })}
        />
      </div>
    </>
  );
}
