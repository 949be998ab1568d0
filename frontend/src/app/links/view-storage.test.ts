import { beforeEach, expect, it } from 'vitest';
import { forgetLastView, keepLastView, lastView, viewWords } from './view-storage';

beforeEach(() => {
  localStorage.clear();
  history.replaceState(null, '', '/');
});

it('says what an address shows, and nothing of one that nobody goes back to', () => {
  expect(viewWords('#v1/zones?a=model:zones-preferred&b=none&k=16000')).toBe(
    'Zones and watermarks, decision 16,000',
  );
  expect(viewWords('#v1/zones?a=model:zones-preferred&b=none&t=5&align=time')).toBe('Zones and watermarks');
  expect(viewWords('#v1/lessons/in-turn?step=3')).toBe('Lessons');
  for (const none of [
    '',
    '#v1/room/123456',
    '#v1/no-such-scene?k=1',
    'https://example.org/',
    '#v1/zones?k=1e9',
  ])
    expect(viewWords(none)).toBe(none === '#v1/zones?k=1e9' ? 'Zones and watermarks' : null);
});

it('is kept when the address changes or the page goes, and forgotten when asked to', () => {
  keepLastView();
  expect(lastView()).toBeNull();
  history.replaceState(null, '', '#v1/swap-devices?a=model:four-nodes&b=none&k=7');
  dispatchEvent(new Event('pagehide'));
  expect(lastView()).toEqual({
    href: '#v1/swap-devices?a=model:four-nodes&b=none&k=7',
    words: 'Swap devices, decision 7',
  });
  history.replaceState(null, '', '/?hide=why#v1/zones?a=none&b=none&k=9');
  dispatchEvent(new Event('pagehide'));
  expect(lastView()?.words).toBe('Swap devices, decision 7');
  forgetLastView();
  expect(lastView()).toBeNull();
});

it('what somebody else put there is not a link', () => {
  localStorage.setItem('mmscope.last', 'javascript:alert(1)');
  expect(lastView()).toBeNull();
});
