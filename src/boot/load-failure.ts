/** Shows the message of `index.html` that the console could not be loaded, with a reload button. */
export function showLoadFailure(): void {
  document.documentElement.dataset.screen = 'broken';
  document.getElementById('reload')?.addEventListener('click', () => location.reload());
}
