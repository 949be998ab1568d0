import { load } from 'mm-scope';

const figure = document.createElement('mm-scope');
figure.setAttribute('view', 'swap-devices?a=model:four-nodes&b=capture:one-each-node&k=1800');
figure.setAttribute('height', '420');
figure.addEventListener('step', ({ detail }) => {
  document.querySelector('output').textContent = detail.sentence;
});
document.body.append(figure);
load('mmscope/');
