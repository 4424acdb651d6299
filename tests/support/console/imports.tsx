import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { session } from '#console/data/session/session.ts';
import type { WorkerPort } from '#console/engine/import/worker-messages.ts';
import { ImportPage } from '#console/sections/import/import-page.tsx';
import { createResidentSession } from '#console/sections/import/resident-session.ts';
import type { ResidentShapes } from '#console/sections/import/resident-shapes.ts';
import { takeUnsentList } from '#console/sections/import/unsent-list.ts';
import type { ImportRow } from '#resources/protocol/import/import.ts';
import { buildingWith, flatIn } from './buildings.ts';
import { HOUSES } from './engine-stage.tsx';
import { portTo } from './import-worker.ts';
import { rowsInWindow } from './rows-in-window.ts';
import { type MadeUpServer, serveAnswers } from './server.ts';
import { renderOnStage } from './stage.tsx';

/** Methods of a browser's files that jsdom lacks. */
Blob.prototype.arrayBuffer ??= function arrayBuffer(this: Blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.onerror = () => reject(reader.error);
    reader.readAsArrayBuffer(this);
  });
};
Blob.prototype.text ??= async function text(this: Blob) {
  return new TextDecoder().decode(await this.arrayBuffer());
};

/** The worker's work, done on the spot. */
export const connectWorker = async (): Promise<WorkerPort<ResidentShapes>> => portTo(createResidentSession());

/** The worker's work, with its parts of a checked list on their way until they are let go. */
export function slowWorker(): { connect: () => Promise<WorkerPort<ResidentShapes>>; release(): void } {
  const waiting: (() => void)[] = [];
  const connect = async (): Promise<WorkerPort<ResidentShapes>> => {
    const line = await connectWorker();
    let isHeld = false;
    return {
      ...line,
      hear: (listener) =>
        line.hear((message) => {
          // The first part comes at once; what follows it waits.
          if (isHeld) waiting.push(() => listener(message));
          else listener(message);
          isHeld ||= 'told' in message && message.told.event === 'rows';
        }),
    };
  };
  const release = () => {
    for (const letGo of waiting.splice(0)) letGo();
  };
  return { connect, release };
}

export const CONVERT = 'POST /api/crm/import/convert_residents/';
export const SUBMIT = 'POST /api/crm/import/residents/';

/** A row as the server answers it; sound unless said otherwise. */
export function row(at: number, over: Partial<ImportRow> = {}): ImportRow {
  return {
    id: 100 + at,
    label: String(at),
    first_name: 'Дарья',
    last_name: `Калинина-${at}`,
    phone_number: `+7916000000${at % 10}`,
    errors: [],
    row: at,
    ...over,
  };
}

/** A person who may invite residents, and a server that answers these rows. */
export function signedInToImport(rows: readonly ImportRow[], level = 'write'): MadeUpServer {
  // Drops the kept values of the test before.
  takeUnsentList();
  session.token.set('stored');
  session.userId.set('1');
  session.permissions.set({ residents: level });
  return serveAnswers({
    'GET /api/crm/buildings/': { json: HOUSES },
    'GET /api/crm/buildings/3/': {
      json: buildingWith(HOUSES[0], { units: [flatIn(148, '48'), flatIn(149, '49'), flatIn(113, '013')] }),
    },
    [CONVERT]: { json: rows },
  });
}

/** The page, with a table that believes it is 2,000 px high. */
export function openImport(connect: () => Promise<WorkerPort<ResidentShapes>> = connectWorker) {
  rowsInWindow({ window: 2000, row: 44 });
  return renderOnStage(<ImportPage connect={connect} />, '/download-resident-form');
}

export const LIST = 'unit;last_name;first_name;phone_number\r\n48;Калинина;Дарья;89164082217\r\n';

export const listFile = (bytes: string | Uint8Array<ArrayBuffer> = LIST, name = 'lesnaya-12.csv') =>
  new File([bytes], name, { type: 'text/csv' });

/** Chooses the building «ул. Лесная, 12». */
export async function chooseBuilding(): Promise<void> {
  await userEvent.click(screen.getByLabelText('Объект'));
  await userEvent.click(await screen.findByRole('option', { name: /Лесная/ }));
}

/** Chooses the building and this file. */
export async function chooseFile(file = listFile()): Promise<void> {
  await chooseBuilding();
  fireEvent.change(screen.getByLabelText('Выберите файл', { selector: 'input' }), { target: { files: [file] } });
}

/** Goes through to the check screen. */
export async function checkList(file = listFile()): Promise<void> {
  await chooseFile(file);
  await screen.findByLabelText('Кодировка');
  await userEvent.click(screen.getByRole('button', { name: 'Проверить список' }));
  await screen.findByRole('heading', { name: 'Проверьте список' });
  await waitFor(() => screen.getByRole('tablist'));
}
