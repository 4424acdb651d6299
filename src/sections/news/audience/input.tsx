import '#i18n/audience-choice-texts.ts';
import ApartmentOutlined from '@mui/icons-material/ApartmentOutlined';
import DoorFrontOutlined from '@mui/icons-material/DoorFrontOutlined';
import LayersOutlined from '@mui/icons-material/LayersOutlined';
import MeetingRoomOutlined from '@mui/icons-material/MeetingRoomOutlined';
import PlumbingOutlined from '@mui/icons-material/PlumbingOutlined';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { useBuildings } from '#console/data/buildings/buildings.ts';
import type { InputProps } from '#console/fields/field-props.ts';
import { wireValue } from '#console/fields/field-rule.ts';
import { OptionGroup } from '#console/fields/parts/option-group.tsx';
import { entryPart, groupedEntries, isEntry } from '#console/fields/places/entries.ts';
import { BuildingNotLoaded } from '#console/fields/places/not-loaded.tsx';
import { PartChoice } from '#console/fields/places/part-choice.tsx';
import { scopeParts } from '#console/fields/places/scope-parts.ts';
import { useWholePlace } from '#console/fields/places/whole.ts';
import { useField } from '#console/fields/use-field.ts';
import { describedBy, FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import { Skeleton } from '#console/ui/states/skeleton.tsx';
import {
  type AudienceScope,
  type AudienceTarget,
  type AudienceValue,
  untouchedAudience,
} from '#resources/sections/kinds/news.ts';
import classes from './audience.module.css';
import { EntryList } from './entry-list.tsx';
import { FlatChoice } from './flat-choice.tsx';
import { ObjectSelect } from './object-select.tsx';
import { dropUnavailable } from './offered.ts';
import { ReachLine } from './reach-line.tsx';

/** Scopes offered for a building and for an entrance, in display order (NEWS-34, NEWS-35). */
export const SCOPES = {
  building: ['home', 'flats', 'porches', 'floors', 'pipes'],
  porch: ['home', 'flats', 'floors', 'pipes'],
} as const satisfies Record<'building' | 'porch', readonly AudienceScope[]>;

const ICONS = {
  home: <ApartmentOutlined aria-hidden sx={{ fontSize: 18 }} />,
  flats: <MeetingRoomOutlined aria-hidden sx={{ fontSize: 18 }} />,
  porches: <DoorFrontOutlined aria-hidden sx={{ fontSize: 18 }} />,
  floors: <LayersOutlined aria-hidden sx={{ fontSize: 18 }} />,
  pipes: <PlumbingOutlined aria-hidden sx={{ fontSize: 18 }} />,
} as const satisfies Record<AudienceScope, ReactNode>;

/** Text key of a checkbox by scope. */
const PART_TEXTS = {
  porches: 'audience.porchNumber',
  floors: 'audience.floorNumber',
  pipes: 'audience.pipeNumber',
} as const;

/** Input for the audience of a record: object, scope, parts of it, and the number of recipients (NEWS-31…47). */
export default function AudienceInput(props: InputProps<'news:audience'>) {
  const field = useField<AudienceValue | null>(props);
  const translate = useTranslate();
  const { submitCount } = useFormState();
  const { complexes, isPending: isLoading, error: buildingsError } = useBuildings();
  const groups = useMemo(() => groupedEntries(complexes), [complexes]);
  const value = field.value ?? untouchedAudience();
  const { object, scope } = value;
  const entry = isEntry(object) ? object : null;
  const { wholePlace, isPending, isGone, failed, retry } = useWholePlace(entry);
  const availableValue = dropUnavailable(value, { groups: isLoading || buildingsError ? null : groups, wholePlace });
  useEffect(() => {
    if (availableValue !== value) field.onChange(availableValue);
  });
  // No error before the first attempt, because a scope opens with nothing chosen.
  const stage = `${object} ${scope}`;
  const [triedStage, setTriedStage] = useState<string | null>(null);
  const partError = object !== null && (submitCount > 0 || triedStage === stage) ? field.error : null;
  const partId = `${field.id}-part`;
  const isInvalid = partError !== null;
  // An error of the server about the whole choice is shown at the object if there is no other field.
  const hasNoParts = object === null || object === 'all' || (entry !== null && scope === 'home');
  const objectError = isGone ? translate('audience.gone') : hasNoParts ? field.error : null;
  const objectFrame = { ...field.frame, error: objectError, help: field.frame.help ?? translate('audience.help') };

  const change = (part: Partial<AudienceValue>) => {
    field.onChange({ ...value, ...part });
    field.onBlur();
  };
  const choose = (part: Partial<AudienceValue>) => {
    setTriedStage(stage);
    change(part);
  };
  const renderParts = () => {
    if (isPending) return <Skeleton height={40} radius={8} />;
    if (failed) return <BuildingNotLoaded onRetry={retry} />;
    if (scope === 'home' || !wholePlace) return null;
    const parts = scopeParts(wholePlace, scope);
    if (parts.length === 0) return <p className={classes.nothing}>{translate('audience.nothing')}</p>;
    const sharedProps = { groups: parts, value: value[scope], invalid: isInvalid, disabled: field.disabled };
    if (scope !== 'flats')
      return <PartChoice {...sharedProps} textKey={PART_TEXTS[scope]} onChange={(ids) => choose({ [scope]: ids })} />;
    // At least three flats are required, so the error is shown only on blur.
    return (
      <FlatChoice
        {...sharedProps}
        id={partId}
        describedBy={describedBy(partId, { error: partError })}
        onChange={(flats) => change({ flats })}
        onLeave={() => setTriedStage(stage)}
      />
    );
  };

  const kind = entry ? entryPart(entry).sort : null;
  return (
    <div className={classes.box}>
      <ObjectSelect
        field={{ ...field, frame: objectFrame, error: objectError }}
        groups={groups}
        value={object}
        onValue={(next) => field.onChange({ ...untouchedAudience(), object: next })}
      />
      {object === 'some' ? (
        <FieldFrame id={partId} label={translate('audience.who')} error={partError} group>
          <EntryList
            groups={groups}
            value={value.checked}
            invalid={isInvalid}
            disabled={field.disabled}
            onChange={(checked) => choose({ checked })}
          />
        </FieldFrame>
      ) : null}
      {kind && !isGone ? (
        <>
          <ScopeChoice
            id={`${field.id}-scope`}
            kind={kind}
            scope={scope}
            disabled={field.disabled}
            onChange={(next) => change({ scope: next })}
          />
          {scope === 'home' ? null : (
            <FieldFrame
              id={scope === 'flats' ? partId : `${partId}-group`}
              label={translate(`audience.scopes.${scope}`)}
              error={partError}
              group={scope !== 'flats'}
            >
              {renderParts()}
            </FieldFrame>
          )}
        </>
      ) : null}
      <ReachLine key={stage} path={props.field.reach} target={wireValue(props.field, value) as AudienceTarget | null} />
    </div>
  );
}

/** Choice of the scope within a building or an entrance. */
function ScopeChoice({
  id,
  kind,
  scope,
  disabled,
  onChange,
}: {
  id: string;
  kind: keyof typeof SCOPES;
  scope: AudienceScope;
  disabled: boolean;
  onChange: (scope: AudienceScope) => void;
}) {
  const translate = useTranslate();
  return (
    <FieldFrame id={id} label={translate('audience.who')} group>
      <OptionGroup
        name={id}
        look="chips"
        value={scope}
        disabled={disabled}
        options={SCOPES[kind].map((name) => ({
          value: name,
          label: translate(`audience.scopes.${name === 'home' ? kind : name}`),
          sign: ICONS[name],
        }))}
        onChange={(next) => onChange(next as AudienceScope)}
      />
    </FieldFrame>
  );
}
