import { act, fireEvent, screen, within } from '@testing-library/react';
import { deliver, forgetNotices } from '#console/data/live/notices.ts';
import { session } from '#console/data/session/session.ts';
import StoryStrip from '#console/sections/stories/story-strip.tsx';
import { pass } from '#tests/support/console/clock.ts';
import { delayedReply } from '#tests/support/console/server.ts';
import { renderOnStage } from '#tests/support/console/stage.tsx';
import { item, LIST, open, server, setUpStories, strip, user } from '#tests/support/console/stories.ts';

setUpStories();

describe('the strip', () => {
  test('STORY-01: shows the covers of the stories of the checked buildings', async () => {
    renderOnStage(<StoryStrip />);
    const covers = [...(await strip()).querySelectorAll('img')].map((cover) => cover.getAttribute('src'));
    expect(covers).toEqual(['/files/cover-7-medium', '/files/cover-8-medium', '/files/cover-9-medium']);
    expect(server.callsTo(LIST).map(({ url }) => url)).toEqual(['/api/crm/booklets/?buildings_id=1,2']);
  });

  test('STORY-16: is not there when there is no story', async () => {
    server.answer(LIST, { json: [] });
    renderOnStage(<StoryStrip />);
    await pass(500);
    expect(server.callsTo(LIST)).toHaveLength(1);
    expect(screen.queryByRole('region')).toBeNull();
    expect(document.querySelector('[aria-busy]')).toBeNull();
  });

  test('STORY-16: goes from beneath an open viewer, which goes on with what it was opened with', async () => {
    renderOnStage(<StoryStrip />);
    await open('История 8');
    server.answer(LIST, { json: [] });
    act(() => session.checkedBuildings.set([2]));
    await pass(0);
    expect(server.callsTo(LIST)).toHaveLength(2);
    expect(screen.getByRole('dialog', { name: 'История 8' })).toBeVisible();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('region', { name: 'Истории' })).toBeNull();
  });

  test('STORY-01: says that it loads, and shows bones only when that takes a while', async () => {
    const slow = delayedReply({ json: [item(7)] });
    server.answer(LIST, slow.reply);
    renderOnStage(<StoryStrip />);
    expect(screen.getByText('Загружаем')).toBeInTheDocument();
    slow.release();
    await strip();
    expect(screen.queryByText('Загружаем')).toBeNull();
  });

  test('STORY-01: another choice of buildings asks anew', async () => {
    renderOnStage(<StoryStrip />);
    await strip();
    server.answer(LIST, { json: [item(8)] });
    act(() => session.checkedBuildings.set([2]));
    await pass(0);
    expect(server.callsTo(LIST).at(-1)?.url).toBe('/api/crm/booklets/?buildings_id=2');
    expect(within(await strip()).getAllByRole('button')).toHaveLength(1);
  });

  test('STORY-01: a notification of a new story fetches it anew', async () => {
    renderOnStage(<StoryStrip />);
    await strip();
    act(() => forgetNotices());
    act(() => {
      deliver({ id: '5', message: '', ref: '', sentBy: '', type: 'booklet', subtype: 'rules' });
    });
    await pass(0);
    expect(server.callsTo(LIST)).toHaveLength(2);
  });

  test('STORY-01: stands with a story that has neither name nor cover', async () => {
    server.answer(LIST, { json: [{ id: 7 }], malformed: true });
    renderOnStage(<StoryStrip />);
    expect(within(await strip()).getByRole('button')).toHaveAccessibleName('История 1 , не просмотрена');
  });

  test('STORY-01: a cover that does not load leaves a sign of ours, never the mark of a broken picture', async () => {
    renderOnStage(<StoryStrip />);
    const [cover] = within(await strip()).getAllByRole('button');
    const picture = cover?.querySelector('img');
    if (picture) fireEvent.error(picture);
    expect(cover?.querySelector('img')).toBeNull();
    expect(cover?.querySelector('svg')).toBeInTheDocument();
    expect(cover).toHaveAccessibleName('История 7 , не просмотрена');
  });

  test('STORY-02: the ring of what was opened is gone, for this person alone', async () => {
    const { unmount } = renderOnStage(<StoryStrip />);
    await open('История 8');
    await user.keyboard('{Escape}');
    const rings = async () =>
      within(await strip())
        .getAllByRole('button')
        .map((story) => story.dataset.seen);
    expect(await rings()).toEqual(['false', 'true', 'false']);
    unmount();
    renderOnStage(<StoryStrip />);
    expect(await rings()).toEqual(['false', 'true', 'false']);
    act(() => session.userId.set('2'));
    expect(await rings()).toEqual(['false', 'false', 'false']);
  });

  test('STORY-02: a full storage is no fault: the ring merely shows once more', async () => {
    const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    renderOnStage(<StoryStrip />);
    await open('История 8');
    await user.keyboard('{Escape}');
    full.mockRestore();
    expect(screen.queryByRole('dialog')).toBeNull();
    const [, second] = within(await strip()).getAllByRole('button');
    expect(second).toHaveAttribute('data-seen', 'false');
  });
});
