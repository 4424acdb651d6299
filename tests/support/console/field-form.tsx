import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FieldInput } from '#resources/language/define-resource.ts';
import { crm } from './definitions.ts';
import { openSection, signedIn } from './engine-stage.tsx';
import type { serveAnswers } from './server.ts';

interface Given {
  /** The record of the wire that is edited; left out, a new one is created. */
  stored?: Record<string, unknown>;
  answers?: Parameters<typeof serveAnswers>[0];
  /** Whether its records are kept in the generic storage. */
  generic?: boolean;
}

/** Opens the form of a made-up section with these fields. */
export async function openFields(
  fields: Record<string, FieldInput>,
  { stored, answers = {}, generic = false }: Given = {},
) {
  const section = crm({}, { fields, list: { layout: 'cards' }, form: [{ fields: Object.keys(fields) }] });
  const [save, button] = stored
    ? ['PUT /api/crm/keys/7/', 'Сохранить изменения']
    : ['POST /api/crm/keys/', 'Добавить ключ'];
  const server = signedIn('write', {
    'GET /api/crm/keys/': { json: [] },
    'GET /api/crm/keys/7/': { json: { id: 7, ...stored } },
    [save]: { status: stored ? 200 : 201, json: { id: 7 } },
    ...answers,
  });
  const { unmount } = openSection({ ...section, generic }, stored ? '/keys/edit?id=7' : '/keys/create');
  const press = async () => userEvent.click(await screen.findByRole('button', { name: button }));
  await screen.findByRole('button', { name: button });
  return {
    server,
    /** Leaves the form. */
    close: unmount,
    /** Sends the form and answers with what went over the wire. */
    send: async () => {
      await press();
      await waitFor(() => {
        if (server.callsTo(save).length === 0) throw new Error('Nothing was sent');
      });
      return server.callsTo(save)[0]?.body;
    },
    /** Presses the button; the sentence must appear and nothing be sent. */
    refuses: async (sentence: string) => {
      await press();
      await screen.findByText(sentence);
      if (server.callsTo(save).length) throw new Error('It was sent all the same');
    },
  };
}
