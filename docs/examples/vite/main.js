import { load } from 'mm-scope';

document.querySelector('mm-scope').addEventListener('step', ({ detail }) => {
  document.querySelector('output').textContent = detail.sentence;
});
await load();
