/** Defines <mm-scope>, from the files that `mm-scope copy` or the plug-in for Vite puts on your site. */
export function load(base = 'mmscope/') {
  const folder = String(base).replace(/\/?$/, '/');
  const module = new URL('embed/mm-scope.js', new URL(folder, document.baseURI));
  return import(/* @vite-ignore */ /* webpackIgnore: true */ module.href);
}
