import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import { lazy, Suspense, useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { ReasonText } from '../inputs/reason.tsx';
import { type MenuChildProps, RowMenuItem, useCloseMenu, useMenuAnchor } from '../row-menu/row-menu.tsx';
import { announce } from '../states/announce.ts';
import type { ConfirmDetails } from './confirm-dialog.tsx';
import { HOLD_SECONDS, HOLD_STYLE, useHoldPress } from './hold.ts';
import classes from './hold-to-delete.module.css';
import { clearFocusFallback, setFocusFallback } from './row-focus.ts';

const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx'));

type Props = MenuChildProps & {
  /** Name of the record in the accusative: «камеру». */
  what: string;
  /**
   * Deletes the record; may return a message to announce instead of «Удалено». If it rejects, the call has reported the failure
   * and the menu stays open.
   */
  onDelete: () => Promise<string | undefined> | Promise<void>;
  refusal?: ReasonText | null;
  /** Further effects of the deletion: then a dialog lists them and asks, instead of holding. */
  details?: ConfirmDetails | undefined;
};

/**
 * The «Удалить» item of a row menu, which must be held for `MS.hold`, with the pointer, Space or Enter (CONST-03). A plain click,
 * as made by switch access and voice control, opens a dialog instead.
 */
export function HoldToDelete({ refusal = null, ...props }: Props) {
  const translate = useTranslate();
  if (!refusal) return <HoldItem {...props} />;
  const { what: _, onDelete: __, details: ___, ...menu } = props;
  return (
    <RowMenuItem {...menu} refusal={refusal}>
      {translate('hold.delete')}
    </RowMenuItem>
  );
}

function HoldItem({ what: subject, onDelete, details, autoFocus, tabIndex = -1 }: Omit<Props, 'refusal'>) {
  const translate = useTranslate();
  const helpId = useId();
  const close = useCloseMenu();
  const menuButton = useMenuAnchor();
  const [isAsking, setIsAsking] = useState(false);

  async function remove() {
    let message: string | undefined;
    if (menuButton) setFocusFallback(menuButton);
    try {
      message = (await onDelete()) ?? undefined;
    } catch {
      // The error toast has shown it; the item returns to idle for another try.
      if (menuButton) clearFocusFallback(menuButton);
      return;
    }
    announce(message ?? translate('hold.deletedSaid'));
    close();
  }
  const { state, handlers } = useHoldPress({
    onHeld: remove,
    onClick: () => setIsAsking(true),
    isClick: details !== undefined,
  });

  const label = { idle: 'hold.delete', holding: 'hold.holding', busy: 'hold.deleting' }[state];
  return (
    <>
      <li
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: an item of a menu list
        role="menuitem"
        ref={(item) => {
          if (autoFocus) item?.focus();
        }}
        tabIndex={tabIndex}
        className={state === 'idle' ? classes.item : `${classes.item} ${classes.pressed}`}
        style={HOLD_STYLE}
        aria-describedby={details ? undefined : helpId}
        aria-haspopup={details ? 'dialog' : undefined}
        aria-busy={state === 'busy' || undefined}
        {...handlers}
      >
        <span className={classes.fill} data-motion="information" />
        {state === 'idle' ? <DeleteOutlined aria-hidden /> : <ProgressRing />}
        <span>{translate(label)}</span>
      </li>
      <li id={helpId} hidden>
        {translate('hold.deleteHelp', { seconds: HOLD_SECONDS })}
      </li>
      {isAsking ? (
        <Suspense>
          <ConfirmDialog
            question={translate('hold.deleteQuestion', { what: subject })}
            details={details}
            yes={translate('hold.delete')}
            onYes={remove}
            onNo={() => setIsAsking(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

function ProgressRing() {
  return (
    <svg className={classes.ring} width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
      <circle cx="9" cy="9" r="7" fill="none" stroke="currentColor" strokeOpacity=".22" strokeWidth="2.2" />
      <circle
        data-motion="information"
        cx="9"
        cy="9"
        r="7"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeDasharray="43.98"
        transform="rotate(-90 9 9)"
      />
    </svg>
  );
}
