/** Why a control is greyed, as a screen reader says it; null for one that is not. */
export function reasonOf(control: HTMLElement): string | null {
  if (control.getAttribute('aria-disabled') !== 'true') return null;
  const ids = control.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
}
