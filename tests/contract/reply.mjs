export class Reply extends Error {
  constructor(status, body, headers) {
    super(String(status));
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}
export const notFound = () => new Reply(404, { detail: 'Страница не найдена.' });
export const forbidden = () => new Reply(403, { detail: 'У вас недостаточно прав для выполнения данного действия.' });

export const show = (x) => {
  const s = typeof x === 'string' ? x : JSON.stringify(x);
  return s === undefined ? 'nothing' : s.length > 300 ? `${s.slice(0, 300)}…` : s;
};
