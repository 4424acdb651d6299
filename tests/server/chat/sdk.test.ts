import { chatter, newResident, passOf } from '#tests/support/server/chat.ts';
import { openSdk, pause, type SdkChat, until } from '#tests/support/server/chat-sdk.ts';
import { type DemoCompany, readDemoCompany } from '#tests/support/server/demo-company.ts';
import { newPerson } from '#tests/support/server/people.ts';
import { listen } from '#tests/support/server/sockets.ts';
import { openTestApp, PASSWORD, phoneOf, type TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;
let demo: DemoCompany;
let host = '';
const opened: SdkChat[] = [];
const open = async () => {
  const sdk = await openSdk(host);
  opened.push(sdk);
  return sdk;
};
beforeAll(async () => {
  app = await openTestApp();
  demo = await readDemoCompany(app);
  host = await listen(app);
});
afterAll(async () => {
  for (const { tinode } of opened) tinode.disconnect();
  await app.close();
});

describe('the real SDK', () => {
  test('CHAT-07 CHAT-08 CHAT-26: signs in by phone digits and password, later by the token it got', async () => {
    const { tinode } = await open();
    const ctrl = await tinode.loginBasic(phoneOf(1).replace(/\D/g, ''), PASSWORD);
    expect(ctrl).toMatchObject({ code: 200, params: { authlvl: 'auth' } });
    const kept = tinode.getAuthToken();
    expect(kept?.expires.getTime()).toBeGreaterThan(Date.now() + 13 * 86_400_000);
    const again = await open();
    expect(await again.tinode.loginToken(kept?.token ?? '')).toMatchObject({ code: 200 });
    expect(again.tinode.getCurrentUserID()).toBe(tinode.getCurrentUserID());
    await expect((await open()).tinode.loginToken('AAAA')).rejects.toMatchObject({ code: 401 });
  });

  test('CHAT-04 CHAT-13: lists chats with name, unread and last message, and pages the long one by 24', async () => {
    const { tinode } = await open();
    const [login = '', ...password] = (await passOf(app, await chatter(app, 1))).split(':');
    await tinode.loginBasic(login, password.join(':'));
    const me = tinode.getMeTopic();
    await me.subscribe(me.startMetaQuery().withLaterSub().withDesc().withTags().withCred().build());
    const listed = () => {
      let count = 0;
      me.contacts(() => {
        count += 1;
      });
      return count;
    };
    await until(() => listed() > 4);
    const contacts: string[] = [];
    let long = '';
    me.contacts((contact) => {
      contacts.push(contact.public?.fn ?? '');
      if ((contact.seq ?? 0) > 48) long = contact.name ?? '';
      expect(contact.touched).toBeInstanceOf(Date);
    });
    expect(contacts.length).toBeGreaterThan(4);
    const topic = tinode.getTopic(long);
    const pages: number[] = [];
    topic.onAllMessagesReceived = (count) => pages.push(count);
    await topic.subscribe(
      topic.startMetaQuery().withLaterDesc().withLaterSub().withLaterData(24).withLaterDel(24).withAux().build(),
    );
    await until(() => pages.length === 1);
    expect(topic.messageCount()).toBe(24);
    while (topic.minMsgSeq() > 1) {
      const before = pages.length;
      await topic.getMeta(topic.startMetaQuery().withEarlierData(24).build());
      await until(() => pages.length > before);
    }
    expect(pages).toEqual([24, 24, topic.maxMsgSeq() - 48]);
    expect(topic.messageCount()).toBe(topic.maxMsgSeq());
  });

  test('CHAT-26: two talk: message, ticks, edit, deletion, upload, typing, presence', async () => {
    const staff = await chatter(app, (await newPerson(app)).id);
    const resident = await chatter(app, await newResident(app, [demo.home.unit]));
    const [one, two] = [await open(), await open()];
    await one.tinode.loginToken(staff.token);
    await two.tinode.loginToken(resident.token);
    for (const { tinode } of [one, two]) {
      const me = tinode.getMeTopic();
      await me.subscribe(me.startMetaQuery().withLaterSub().withDesc().build());
    }
    const here = one.tinode.getTopic(resident.chatId);
    const there = two.tinode.getTopic(staff.chatId);
    const query = (topic: typeof here) =>
      topic.startMetaQuery().withLaterDesc().withLaterSub().withLaterData(24).withLaterDel(24).withAux().build();
    await here.subscribe(query(here));
    await there.subscribe(query(there));
    const said = here.createMessage('Добрый день!', true);
    await here.publishDraft(said);
    await until(() => here.msgStatus(said, true) === 60);
    there.noteRead(said.seq);
    await until(() => here.msgStatus(said, true) === 70);
    expect(there.findMessage(said.seq)).toMatchObject({ content: 'Добрый день!', from: staff.chatId });
    await until(() => one.tinode.getMeTopic().getContact(resident.chatId)?.online === true);

    const edit = here.createMessage('Добрый вечер!', true);
    edit.head = { replace: `:${said.seq}` };
    await here.publishDraft(edit);
    await until(() => there.latestMsgVersion(said.seq)?.content === 'Добрый вечер!');
    // The SDK says a moment later that it has received it, whether or not its line still stands then.
    await until(() => here.msgStatus(edit, true) === 60);

    const typing: string[] = [];
    there.onInfo = ({ what, from }) => typing.push(`${what} ${from}`);
    here.noteKeyPress();
    await until(() => typing.includes(`kp ${staff.chatId}`));

    const url = await one.tinode.getLargeFileHelper().upload(new Blob(['Смета'], { type: 'text/plain' }));
    expect(url).toMatch(/^\/v0\/file\/s\/[0-9a-f]{32}/);
    await here.delMessages([{ low: said.seq, hi: said.seq + 1 }], true);
    await until(() => there.findMessage(said.seq)?._deleted === true);

    await here.pinMessage(edit.seq, true);
    await until(() => there.aux('pins') !== undefined);
    expect(there.aux('pins')).toEqual([edit.seq]);
    two.tinode.disconnect();
    await until(() => one.tinode.getMeTopic().getContact(resident.chatId)?.online === false);
  });

  test('CHAT-05 CHAT-06: finds colleagues by company, residents by building and entrance', async () => {
    const person = await chatter(app, (await newPerson(app, { porches: [demo.home.porch] })).id);
    const resident = await chatter(app, await newResident(app, [demo.home.unit]));
    const { tinode } = await open();
    await tinode.loginToken(person.token);
    const fnd = tinode.getFndTopic();
    const find = async (query: string) => {
      await fnd.setMeta({ desc: { public: query } });
      await fnd.getMeta(fnd.startMetaQuery().withSub().build());
      await pause(20);
      const found: { name: string; tags: unknown }[] = [];
      fnd.contacts((contact) => found.push({ name: contact.topic ?? '', tags: contact.private }));
      return found;
    };
    await fnd.subscribe(fnd.startMetaQuery().withSub().build());
    const building = `building_${demo.home.building}`;
    expect(await find(building)).toContainEqual({ name: resident.chatId, tags: [building] });
    expect(await find(`resident porch_${demo.home.porch}`)).toContainEqual({
      name: resident.chatId,
      tags: ['resident', `porch_${demo.home.porch}`],
    });
    expect(await find(`porch_${demo.away.porch}`)).toEqual([]);
    // The contacts with most of the wanted tags come first.
    const counts = (await find(`company_1, resident, ${building}`)).map(({ tags }) => (tags as string[]).length);
    expect(new Set(counts).size).toBeGreaterThan(1);
    expect(counts).toEqual([...counts].sort((one, other) => other - one));
    expect(
      (await find(`${building} company_1, resident`)).every(({ tags }) => (tags as string[]).includes(building)),
    ).toBe(true);
    const colleagues = await find('company_1');
    expect(colleagues.length).toBeGreaterThan(3);
    expect(colleagues.map(({ name }) => name)).not.toContain(person.chatId);
  });
});
