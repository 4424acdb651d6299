import ApartmentOutlined from '@mui/icons-material/ApartmentOutlined';
import KeyboardArrowDown from '@mui/icons-material/KeyboardArrowDown';
import { lazy, Suspense, useState } from 'react';
import { useTranslate } from 'react-admin';
import { buildingLabel, useBuildings, useCheckedBuildings } from '#console/data/buildings/buildings.ts';
import { Reason } from '#console/ui/inputs/reason.tsx';
import { Skeleton } from '#console/ui/states/skeleton.tsx';
import { createPrefetchHandler } from '#console/ui/timing/prefetch-handler.ts';
import classes from './building-selector.module.css';

const loadPanel = () => import('./building-panel.tsx');
const BuildingPanel = lazy(loadPanel);
const fetchPanel = createPrefetchHandler(loadPanel);

/**
 * Selects the buildings that lists show (SHELL-22…30). Closed it shows the first checked building and the number of others; open
 * it is a dialog in which «Применить» saves and «Отменить» discards.
 * @param disabled greyed out with a reason, on pages that show every building
 */
export function BuildingSelector({ disabled = false }: { disabled?: boolean }) {
  const translate = useTranslate();
  const { buildings, byId, isPending, error } = useBuildings();
  const [checkedIds, setCheckedIds] = useCheckedBuildings();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (isPending) return <Skeleton width={180} height={34} radius={8} />;

  const isAllChecked = checkedIds.length === buildings.length;
  const firstBuilding = byId.get(checkedIds[0] ?? Number.NaN);
  const label = error
    ? translate('shell.selector.failed')
    : buildings.length === 0
      ? translate('shell.selector.none')
      : isAllChecked && buildings.length > 1
        ? translate('shell.selector.all')
        : firstBuilding
          ? buildingLabel(firstBuilding)
          : '';
  const othersCount = isAllChecked ? null : checkedIds.length > 1 ? `+${checkedIds.length - 1}` : null;
  const isDisabled = disabled || error !== null;
  return (
    <>
      <Reason reason={disabled ? { title: translate('shell.selector.disabled') } : null}>
        <button
          type="button"
          className={classes.trigger}
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          aria-disabled={isDisabled || undefined}
          onPointerEnter={isDisabled ? undefined : fetchPanel}
          onFocus={isDisabled ? undefined : fetchPanel}
          onClick={(event) => {
            if (!isDisabled) setAnchor(event.currentTarget);
          }}
        >
          <ApartmentOutlined aria-hidden />
          <span className="sr-only">{translate('shell.selector.label')}: </span>
          <span className={classes.label}>{label}</span>
          {othersCount ? <span className={classes.count}>{othersCount}</span> : null}
          <KeyboardArrowDown aria-hidden />
        </button>
      </Reason>
      {anchor ? (
        <Suspense>
          <BuildingPanel
            anchor={anchor}
            checked={checkedIds}
            onApply={(ids) => {
              setCheckedIds(ids);
              setAnchor(null);
            }}
            onCancel={() => setAnchor(null)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
