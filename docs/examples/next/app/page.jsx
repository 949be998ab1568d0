import { Figure } from './figure';

export default function Page() {
  return (
    <main>
      <h1>A figure with Next</h1>
      <p>
        <code>npx mm-scope copy public/mmscope</code> puts the element&apos;s files on the site; a component loads them in
        the browser.
      </p>
      <Figure view="swap-devices?a=model:four-nodes&b=capture:one-each-node&k=1800" />
    </main>
  );
}
