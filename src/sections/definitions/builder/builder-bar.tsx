import ArrowBack from '@mui/icons-material/ArrowBack';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import HistoryOutlined from '@mui/icons-material/HistoryOutlined';
import Redo from '@mui/icons-material/Redo';
import Undo from '@mui/icons-material/Undo';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { IconButton } from '#console/ui/buttons/icon-button.tsx';
import { DEFINITIONS_PAGE } from '../paths.ts';
import classes from './builder.module.css';
import { useBuilder } from './state/builder-context.ts';
import type { Base, useApply } from './use-apply.ts';

/** The way back, the steps, the versions, and «Применить». */
export function BuilderBar({
  base,
  applying,
  onHistory,
  onRemove,
}: {
  base: Base;
  applying: ReturnType<typeof useApply>;
  onHistory: () => void;
  onRemove: () => void;
}) {
  const translate = useTranslate();
  const { state, dispatch } = useBuilder();
  const isSame = base.version > 0 && state.text === base.text;
  const stand = base.version === 0 ? 'fresh' : isSame ? 'saved' : 'changed';
  const step = (type: 'undo' | 'redo', steps: readonly string[], Icon: typeof Undo) => {
    const label = translate(`sectionBuilder.bar.${type}`);
    return (
      <IconButton
        label={label}
        refusal={steps.length ? null : { title: label, line: translate('sectionBuilder.bar.same') }}
        onClick={() => dispatch({ type })}
      >
        <Icon />
      </IconButton>
    );
  };
  return (
    <div className={classes.bar}>
      <Link className={classes.back} to={DEFINITIONS_PAGE}>
        <ArrowBack aria-hidden fontSize="small" />
        {translate('sectionBuilder.back')}
      </Link>
      {step('undo', state.done, Undo)}
      {step('redo', state.undone, Redo)}
      <span className={classes.stand} role="status">
        {translate(`sectionBuilder.bar.${stand}`, { version: base.version })}
      </span>
      {base.version ? (
        <>
          <IconButton label={translate('sectionBuilder.bar.history')} onClick={onHistory}>
            <HistoryOutlined />
          </IconButton>
          <IconButton label={translate('sectionBuilder.bar.remove')} onClick={onRemove}>
            <DeleteOutlined />
          </IconButton>
        </>
      ) : null}
      <ActionButton
        variant="primary"
        busy={applying.isBusy}
        unready={isSame}
        onClick={() => {
          if (!isSame) void applying.apply(state.text);
        }}
      >
        {translate('sectionBuilder.bar.apply')}
      </ActionButton>
    </div>
  );
}
