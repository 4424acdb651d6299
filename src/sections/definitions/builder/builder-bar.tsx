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
import type { BaseFile, useApply } from './use-apply.ts';

/** Toolbar of the builder: link back, undo and redo, version state, history, removal and «Применить». */
export function BuilderBar({
  base,
  applying,
  onHistory,
  onRemove,
}: {
  base: BaseFile;
  applying: ReturnType<typeof useApply>;
  onHistory: () => void;
  onRemove: () => void;
}) {
  const translate = useTranslate();
  const { state, dispatch } = useBuilder();
  const isUnchanged = base.version > 0 && state.text === base.text;
  const versionState = base.version === 0 ? 'fresh' : isUnchanged ? 'saved' : 'changed';
  const renderStepButton = (type: 'undo' | 'redo', steps: readonly string[], Icon: typeof Undo) => {
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
      {renderStepButton('undo', state.undoTexts, Undo)}
      {renderStepButton('redo', state.redoTexts, Redo)}
      <span className={classes.stand} role="status">
        {translate(`sectionBuilder.bar.${versionState}`, { version: base.version })}
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
        unready={isUnchanged}
        onClick={() => {
          if (!isUnchanged) void applying.apply(state.text);
        }}
      >
        {translate('sectionBuilder.bar.apply')}
      </ActionButton>
    </div>
  );
}
