import '#i18n/employee-fields-texts.ts';
import { useTranslate } from 'react-admin';
import { useLevels } from '#console/data/session/access.ts';
import { useFeatures } from '#console/data/session/features.ts';
import type { InputProps } from '#console/fields/field-props.ts';
import { useWireRecord } from '#console/fields/form-context.ts';
import { useField } from '#console/fields/use-field.ts';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import type { Level } from '#resources/language/access.ts';
import { isFeatureOn } from '#resources/language/features.ts';
import { levels as kind, type LevelChoice } from '#resources/sections/kinds/employees.ts';
import { completeRows, type GrantableLevels, sectionsWithoutLevel } from './level-choice.ts';
import classes from './levels.module.css';
import { SectionRow } from './section-row.tsx';

/** Levels of all sections, with a switch for each row (EMP-34…41). Levels that the person lacks are disabled. */
export default function LevelsInput(props: InputProps<'employees:levels'>) {
  const field = useField<LevelChoice | null>(props);
  const translate = useTranslate();
  const ownLevels = useLevels();
  const features = useFeatures();
  const record = useWireRecord();
  const value = field.value ?? {};
  const rows = completeRows(props.field.rows, value);
  const savedLevels = kind.read?.(record?.[props.field.wire ?? props.source], props.field as never) as LevelChoice;
  const { only, givable } = props.field;
  const grantable = { ownLevels, givable: ((givable && record?.[givable]) ?? null) as GrantableLevels['givable'] };
  const excludedLevel = only && !isFeatureOn(features, only.feature) ? only.level : null;
  const missingSections = field.error === null ? [] : sectionsWithoutLevel(rows, value);
  // A section just switched on shows no error yet; the field counts as touched once every section has a level.
  const set = (next: LevelChoice) => {
    field.onChange(next);
    if (sectionsWithoutLevel(rows, next).length === 0) field.onBlur();
  };
  // Each row shows its own mistakes; server errors concern the whole field.
  const frame = { ...field.frame, error: missingSections.length > 0 ? null : field.error };
  return (
    <FieldFrame {...frame} label={translate('employeeFields.levels')} group quiet>
      <div className={classes.rows}>
        {rows.map((row) => (
          <SectionRow
            key={row.sections.join()}
            id={field.id}
            row={row}
            value={value}
            savedLevels={savedLevels}
            grantable={grantable}
            excludedLevel={excludedLevel as Level | null}
            missing={missingSections}
            disabled={field.disabled}
            onChange={set}
          />
        ))}
      </div>
    </FieldFrame>
  );
}
