/** What one puts into a page of one's own: the element with a view, from the files that are beside this page. */
export function elementCode(view: string): string {
  const attribute = view.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return [
    `<script type="module" src="${new URL('embed/mm-scope.js', document.baseURI).href}"></script>`,
    `<mm-scope view="${attribute}"></mm-scope>`,
  ].join('\n');
}
