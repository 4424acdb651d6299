import { act, screen } from '@testing-library/react';
import { lazy } from 'react';
import { FormDialog } from '#console/engine/form/form-dialog.tsx';
import { renderOnStage } from '#tests/support/console/stage.tsx';

test('a dialog offers nothing to send before its inputs, and with them their rules, are there', async () => {
  let arrive: () => void = jest.fn();
  const code = new Promise<{ default: () => React.JSX.Element }>((done) => {
    arrive = () => done({ default: () => <input aria-label="Отметка" /> });
  });
  const Late = lazy(() => code);
  renderOnStage(
    <FormDialog
      title="Принять ключ?"
      form={{}}
      cancelLabel="Не сейчас"
      submitLabel="Принять"
      onSubmit={async () => undefined}
      onClose={jest.fn()}
    >
      <Late />
    </FormDialog>,
  );
  expect(await screen.findByRole('dialog', { name: 'Принять ключ?' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Принять' })).toBeNull();
  await act(async () => arrive());
  expect(await screen.findByLabelText('Отметка')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Принять' })).toBeVisible();
});
