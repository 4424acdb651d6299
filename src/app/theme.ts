import { createTheme } from '@mui/material/styles';

const FONT = 'var(--font)';

/** MUI splits a colour into channels, which a CSS variable does not have; `undefined` here stops its warning. */
const withoutChannels = (...colours: string[]): Record<string, undefined> =>
  Object.fromEntries(colours.map((colour) => [`${colour}Channel`, undefined]));

/**
 * The MUI theme, based on the variables of `tokens.css`: one theme serves light and dark, and switching renders nothing. With
 * `nativeColor` MUI mixes shades in CSS instead of in JavaScript.
 */
export const theme = createTheme({
  cssVariables: { nativeColor: true, cssVarPrefix: 'mui' },
  breakpoints: { values: { xs: 0, sm: 600, md: 859, lg: 1001, xl: 1600 } },
  shape: { borderRadius: 8 },
  palette: {
    primary: {
      main: 'var(--accent)',
      light: 'var(--accent-hover)',
      dark: 'var(--accent-hover)',
      contrastText: 'var(--on-accent)',
    },
    secondary: {
      main: 'var(--brass)',
      light: 'var(--brass)',
      dark: 'var(--brass-text)',
      contrastText: 'var(--surface)',
    },
    error: {
      main: 'var(--danger)',
      light: 'var(--danger)',
      dark: 'var(--danger-hover)',
      contrastText: 'var(--on-danger)',
    },
    text: {
      primary: 'var(--text)',
      secondary: 'var(--muted)',
      disabled: 'var(--faint)',
      ...withoutChannels('primary', 'secondary'),
    },
    divider: 'var(--divider)',
    ...withoutChannels('divider'),
    background: { default: 'var(--canvas)', paper: 'var(--raised)', ...withoutChannels('default', 'paper') },
    action: {
      active: 'var(--muted)',
      hover: 'var(--hover)',
      selected: 'var(--selected)',
      disabled: 'var(--faint)',
      ...withoutChannels('active', 'selected'),
    },
  },
  typography: {
    fontFamily: FONT,
    fontSize: 14,
    body1: { fontSize: 14, lineHeight: '20px' },
    button: { textTransform: 'none' },
  },
  transitions: {
    duration: { shortest: 80, shorter: 120, short: 120, standard: 180, enteringScreen: 180, leavingScreen: 120 },
    easing: {
      easeOut: 'cubic-bezier(.2,.7,.2,1)',
      easeInOut: 'cubic-bezier(.5,0,.2,1)',
      sharp: 'cubic-bezier(.2,.7,.2,1)',
      easeIn: 'cubic-bezier(.5,0,.2,1)',
    },
  },
  components: {
    MuiButtonBase: { defaultProps: { disableRipple: true, disableTouchRipple: true } },
    MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiPopover: {
      styleOverrides: {
        paper: { border: '1px solid var(--border)', borderRadius: 'var(--radius-card)', boxShadow: 'var(--sh-lg)' },
      },
    },
    MuiMenu: {
      styleOverrides: {
        paper: { minWidth: 188, borderRadius: 'var(--radius-menu)' },
        list: { padding: 5 },
      },
    },
    MuiMenuItem: {
      styleOverrides: {
        root: {
          minHeight: 36,
          // MUI resets the height from this width on.
          '@media (min-width: 600px)': { minHeight: 36 },
          gap: 10,
          padding: '0 10px',
          borderRadius: 7,
          fontSize: 14,
          lineHeight: '20px',
          '&:hover, &.Mui-focusVisible': { backgroundColor: 'var(--hover)' },
          '&.Mui-focusVisible': { outline: '2px solid var(--focus)', outlineOffset: -2 },
          '&.Mui-selected, &.Mui-selected:hover': { backgroundColor: 'var(--selected)' },
          '@media (max-width: 858px)': { minHeight: 44 },
        },
      },
    },
    MuiTooltip: {
      defaultProps: {
        arrow: true,
        enterDelay: 200,
        enterTouchDelay: 0,
        leaveTouchDelay: 4000,
        slotProps: { popper: { modifiers: [{ name: 'preventOverflow', options: { padding: 8 } }] } },
      },
      styleOverrides: {
        tooltip: {
          backgroundColor: 'var(--tooltip)',
          color: 'var(--on-tooltip)',
          font: '450 12.5px/17px var(--font)',
          padding: '7px 10px',
          borderRadius: 8,
          maxWidth: 300,
          boxShadow: 'var(--sh-md)',
        },
        arrow: { color: 'var(--tooltip)' },
      },
    },
    MuiDialog: {
      styleOverrides: {
        paper: {
          borderRadius: 'var(--radius-modal)',
          border: '1px solid var(--border)',
          boxShadow: 'var(--sh-lg)',
          backgroundColor: 'var(--raised)',
        },
      },
    },
    MuiBackdrop: {
      styleOverrides: { root: { '&:not(.MuiBackdrop-invisible)': { backgroundColor: 'var(--scrim)' } } },
    },
    MuiInputBase: {
      styleOverrides: {
        root: {
          fontSize: 14,
          lineHeight: '20px',
          fontFamily: FONT,
          // 16 px as for inputs in `base.css`, whose selector does not match MUI's select.
          '@media (max-width: 858px), (pointer: coarse)': { fontSize: 16 },
        },
        input: { '&::placeholder': { color: 'var(--faint)', opacity: 1 } },
      },
    },
    MuiOutlinedInput: {
      defaultProps: { notched: false },
      styleOverrides: {
        root: {
          minHeight: 40,
          borderRadius: 'var(--radius-control)',
          backgroundColor: 'var(--surface)',
          '& .MuiOutlinedInput-notchedOutline': { borderColor: 'var(--border-strong)', borderWidth: 1, top: 0 },
          '& .MuiOutlinedInput-notchedOutline legend': { display: 'none' },
          '&:hover .MuiOutlinedInput-notchedOutline': { borderColor: 'var(--border-strong)' },
          '&.Mui-focused': { boxShadow: '0 0 0 3px var(--accent-soft)' },
          '&.Mui-focused .MuiOutlinedInput-notchedOutline': { borderColor: 'var(--accent)', borderWidth: 1 },
          '&.Mui-error .MuiOutlinedInput-notchedOutline': {
            borderColor: 'var(--danger)',
            boxShadow: '0 0 0 1px var(--danger)',
          },
          '&.Mui-disabled': { backgroundColor: 'var(--sunken)', color: 'var(--faint)' },
          '&.Mui-disabled .MuiOutlinedInput-notchedOutline': { borderColor: 'var(--border)' },
          '@media (max-width: 858px)': { minHeight: 44 },
        },
        input: { padding: '0 12px', height: 38, '&.Mui-disabled': { WebkitTextFillColor: 'var(--faint)' } },
        multiline: { padding: '9px 12px', lineHeight: '22px' },
        inputMultiline: { padding: 0, lineHeight: '22px', height: 'auto' },
      },
    },
    // For inputs of react-admin itself: the label above the box, as in our forms.
    MuiTextField: { defaultProps: { variant: 'outlined', size: 'small', margin: 'none', fullWidth: true } },
    MuiFormControl: { defaultProps: { variant: 'outlined', size: 'small', margin: 'none' } },
    MuiInputLabel: {
      defaultProps: { shrink: true },
      styleOverrides: {
        root: {
          position: 'static',
          transform: 'none',
          marginBottom: 6,
          fontSize: 13,
          lineHeight: '18px',
          fontWeight: 530,
          color: 'var(--muted)',
        },
      },
    },
    RaArrayInput: { styleOverrides: { root: { '& .RaArrayInput-label': { left: 0, top: 0 } } } },
    RaBulkActionsToolbar: {
      styleOverrides: { root: { '& .RaBulkActionsToolbar-toolbar': { backgroundColor: 'var(--accent-soft)' } } },
    },
    MuiAutocomplete: {
      defaultProps: { size: 'small' },
      styleOverrides: {
        inputRoot: { padding: '0 39px 0 0', '& .MuiAutocomplete-input.MuiAutocomplete-input': { padding: '0 12px' } },
        paper: { border: '1px solid var(--border)', borderRadius: 'var(--radius-menu)', boxShadow: 'var(--sh-lg)' },
        noOptions: { color: 'var(--muted)' },
      },
    },
    MuiTableCell: {
      styleOverrides: {
        root: { fontSize: 14, lineHeight: '20px', padding: '4px 12px', borderColor: 'var(--divider)', height: 44 },
        head: { fontSize: 12, fontWeight: 530, color: 'var(--muted)', height: 38, backgroundColor: 'var(--surface)' },
      },
    },
  },
});
