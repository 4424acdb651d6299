import { type ChatMessage, Tinode, type Topic } from 'tinode-sdk';
import { eachMessage, MessageReader, type ShownMessage } from '#console/data/chat/message.ts';
import { LastRow, messageRows } from '#console/sections/chats/rows.ts';
import { DARIA, ME, serveChat } from '#tests/support/console/chat-server.ts';

const message = (seq: number): ShownMessage => ({
  seq,
  key: String(seq),
  from: 'usrA',
  mine: true,
  at: 1_790_000_000_000 + seq,
  state: 'sent',
  edited: false,
  replyTo: null,
  content: null,
  progress: null,
});
const rows = (...seqs: number[]) => messageRows(seqs.map(message), null);

test('CHAT-13: a page that comes above leaves one where one is; a message that comes at the end does not', () => {
  const last = new LastRow();
  last.isNew(rows(5, 6));
  // An older page above one's own last message.
  expect(last.isNew(rows(3, 4, 5, 6))).toBe(false);
  const written = rows(3, 4, 5, 6, 7);
  expect([last.isNew(written), last.isNew(written)]).toEqual([true, true]);
  // The last one was deleted: the one before it is not new.
  expect(last.isNew(rows(3, 4, 5, 6))).toBe(false);
});

describe('edits, which the SDK numbers as what they replace', () => {
  /** A chat of the real SDK, into which messages come. */
  const chatWith = () => {
    serveChat(() => []);
    const tinode = new Tinode({ appName: 'Test/1.0', host: 'localhost', apiKey: 'k', transport: 'ws' });
    const topic = tinode.getTopic(DARIA);
    const comes = (seq: number, content: string, replaces?: number, from = DARIA) => {
      const head = replaces ? { head: { replace: `:${replaces}` } } : {};
      const data = { topic: DARIA, from, ts: new Date(1_790_000_000_000 + seq), seq, content, ...head };
      (topic as Topic & { _routeData(data: object): void })._routeData(data);
    };
    return { topic, comes };
  };
  const each = (topic: Topic) => {
    const list: ChatMessage[] = [];
    eachMessage(topic, (message) => list.push(message));
    return list;
  };
  const said = (topic: Topic) => each(topic).map(({ seq, content }) => `${seq} ${content}`);

  test('CHAT-26: each message comes in its place by its last edit, which keeps its own number however often one looks', () => {
    const { topic, comes } = chatWith();
    for (const seq of [1, 2, 3, 4, 5]) comes(seq, `м${seq}`);
    comes(6, 'м3, иначе', 3);
    comes(7, 'м3, ещё иначе', 3);
    comes(8, 'м4, иначе', 4);
    const seen = ['1 м1', '2 м2', '7 м3, ещё иначе', '8 м4, иначе', '5 м5'];
    expect([said(topic), said(topic), said(topic)]).toEqual([seen, seen, seen]);
    // The SDK finds its way in its sorted lists still.
    expect([3, 4, 7, 8].map((seq) => topic.findMessage(seq)?.content)).toEqual([
      'м3',
      'м4',
      'м3, ещё иначе',
      'м4, иначе',
    ]);
    comes(9, 'м9');
    comes(10, 'м3, совсем иначе', 3);
    const later = ['1 м1', '2 м2', '10 м3, совсем иначе', '8 м4, иначе', '5 м5', '9 м9'];
    expect([said(topic), said(topic)]).toEqual([later, later]);
    expect([topic.minMsgSeq(), topic.maxMsgSeq()]).toEqual([1, 10]);
    // Not what somebody else would make of it.
    comes(11, 'не моё', 5, ME);
    expect(said(topic)).toEqual(later);
  });

  test('CHAT-26: on the page an edited message keeps number, place and moment, and stays the same row', () => {
    const { topic, comes } = chatWith();
    const reader = new MessageReader();
    const shown = () => reader.read(topic, ME, () => null);
    for (const seq of [1, 2, 3]) comes(seq, `м${seq}`);
    const before = shown();
    comes(4, 'м2, иначе', 2);
    const after = shown();
    expect(after.map(({ seq, key, edited, at }) => [seq, key, edited, at])).toEqual(
      before.map(({ seq, key, at }) => [seq, key, seq === 2, at]),
    );
    expect(after[1]?.content?.pieces).toEqual([{ kind: 'text', text: 'м2, иначе' }]);
    // An unchanged message is the very same object: its row is not drawn anew.
    expect([after[0] === before[0], after[1] === before[1], after[2] === before[2]]).toEqual([true, false, true]);
    expect(shown()[1]).toBe(after[1]);
  });
});
