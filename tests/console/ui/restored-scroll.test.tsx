import { act, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, Link, RouterProvider } from 'react-router';
import { useRestoredScroll } from '#console/ui/navigation/restored-scroll.ts';

function Box() {
  return (
    <div ref={useRestoredScroll('box')} data-testid="box">
      <Link to="/elsewhere">elsewhere</Link>
      <Link to="/?id=1">card</Link>
    </div>
  );
}

function open() {
  const router = createMemoryRouter([
    { path: '/', element: <Box /> },
    { path: '/elsewhere', element: <Link to="/">again</Link> },
  ]);
  render(<RouterProvider router={router} />);
  const go = (by: number) => act(() => router.navigate(by));
  return { go, box: () => screen.getByTestId('box') };
}

/** Scrolls a box as its person does. */
function scroll(box: HTMLElement, top: number) {
  fireEvent.wheel(box);
  box.scrollTop = top;
  fireEvent.scroll(box);
}

describe('where a box was scrolled to', () => {
  test('is kept for the way back, and not for another visit', async () => {
    const { go, box } = open();
    scroll(box(), 300);
    fireEvent.click(screen.getByText('elsewhere'));
    await go(-1);
    expect(box().scrollTop).toBe(300);
    fireEvent.click(screen.getByText('elsewhere'));
    fireEvent.click(await screen.findByText('again'));
    expect((await screen.findByTestId('box')).scrollTop).toBe(0);
  });

  test('is held while the page comes together, until somebody does something', async () => {
    const { go, box } = open();
    scroll(box(), 300);
    fireEvent.click(screen.getByText('elsewhere'));
    await go(-1);
    const came = async () => {
      // The browser keeps what is in view where it is when something comes above it.
      box().scrollTop += 100;
      box().append(document.createElement('p'));
      await act(async () => undefined);
    };
    await came();
    expect(box().scrollTop).toBe(300);
    fireEvent.pointerDown(document.body);
    await came();
    expect(box().scrollTop).toBe(400);
  });

  test('goes along when something is opened beside it, and is kept by each step of the way', async () => {
    const { go, box } = open();
    scroll(box(), 300);
    fireEvent.click(screen.getByText('card'));
    expect(box().scrollTop).toBe(300);
    scroll(box(), 500);
    fireEvent.click(screen.getByText('elsewhere'));
    await go(-1);
    expect(box().scrollTop).toBe(500);
  });
});
