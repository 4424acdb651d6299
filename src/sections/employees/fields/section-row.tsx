import '#i18n/employee-fields-texts.ts';
import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import { useTranslate } from 'react-admin';
import { useLevelLabels } from '#console/fields/level/labels.ts';
import { OptionGroup } from '#console/fields/parts/option-group.tsx';
import { Icon } from '#console/ui/display/icon.tsx';
import { Switch } from '#console/ui/inputs/switch.tsx';
import { canHide, type Level, offeredLevels } from '#resources/language/access.ts';
import { ICONS } from '#resources/language/icons.ts';
import type { LevelChoice } from '#resources/sections/kinds/employees.ts';
import {
  canGrantLevel,
  canRevokeLevel,
  type GrantableLevels,
  isRowOn,
  type LevelRow,
  toggleRow,
} from './level-choice.ts';
import classes from './levels.module.css';

interface Props {
  id: string;
  row: LevelRow;
  value: LevelChoice;
  /** Levels before the change. */
  savedLevels: LevelChoice;
  /** Levels that the person may grant. */
  grantable: GrantableLevels;
  /** A level that is not offered unless the employee already has it. */
  excludedLevel: Level | null;
  /** Sections without a level yet. */
  missing: readonly string[];
  disabled: boolean;
  onChange: (value: LevelChoice) => void;
}

/** One row: icon, name, switch, and the levels of its sections. */
export function SectionRow(props: Props) {
  const { id, row, value, savedLevels, grantable, disabled, onChange } = props;
  const translate = useTranslate();
  const words = useLevelLabels();
  const [firstSection = ''] = row.sections;
  const title = row.label ? translate(row.label, { _: row.label }) : words.section(firstSection);
  const isOn = isRowOn(row, value);
  const hasSeveral = row.sections.length > 1;
  const canBeHidden = row.sections.every(canHide);
  const lockedSection = row.sections.find(
    (section) => !canGrantLevel(grantable, section, savedLevels[section], 'denied'),
  );
  const notYours = useMissingRightReason();
  const icon = ICONS.find((name) => name === row.icon) ?? 'folder';
  const lacksLevel = row.sections.some((section) => props.missing.includes(section));
  return (
    <div className={isOn ? classes.row : `${classes.row} ${classes.off}`} data-row={firstSection}>
      <Icon name={icon} />
      <b className={classes.title}>{title}</b>
      <div className={classes.controls}>
        {canBeHidden ? (
          <Switch
            label={title}
            checked={isOn}
            disabled={disabled}
            refusal={lockedSection === undefined ? null : notYours(lockedSection, savedLevels[lockedSection])}
            onChange={(next) => onChange(toggleRow(row, value, next))}
          />
        ) : null}
        {isOn ? (
          <div className={hasSeveral ? classes.several : classes.single}>
            {row.sections.map((section) => (
              <SectionLevels
                key={section}
                {...props}
                id={`${id}-${section}`}
                section={section}
                showsName={hasSeveral}
              />
            ))}
          </div>
        ) : (
          <span className={classes.hiddenWord}>{translate('employeeFields.hidden')}</span>
        )}
        {lacksLevel ? (
          <p className={classes.error} role="alert">
            <ErrorOutlined aria-hidden />
            {translate('validation.level')}
          </p>
        ) : null}
      </div>
    </div>
  );
}

/** Explains that the person cannot grant or revoke a level that they lack (PERM-23). */
function useMissingRightReason() {
  const translate = useTranslate();
  const words = useLevelLabels();
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
  showsName,
  value,
  savedLevels,
  grantable,
  excludedLevel,
  missing,
  disabled,
  onChange,
}: Props & { section: string; showsName: boolean }) {
  const words = useLevelLabels();
  const notYours = useMissingRightReason();
  const title = words.section(section);
  const options = offeredLevels(section)
    .filter((level) => level !== excludedLevel || savedLevels[section] === level)
    .map((level) => ({
      value: level,
      label: words.level(section, level),
      ...(canGrantLevel(grantable, section, savedLevels[section], level) || level === savedLevels[section]
        ? {}
        : {
            refused: notYours(
              section,
              canRevokeLevel(grantable, section, savedLevels[section]) ? level : savedLevels[section],
            ),
          }),
    }));
  return (
    <>
      {showsName ? <span className={classes.name}>{title}</span> : null}
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
