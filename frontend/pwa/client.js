// A static copy works without the network after the first visit, and can be installed.
if ('serviceWorker' in navigator) {
  const { serviceWorker } = navigator;
  // Captures are many: they follow when the page is there, and on first use where somebody saves data.
  const keepRest = () => {
    if (!navigator.connection?.saveData)
      serviceWorker.ready.then(({ active }) => active?.postMessage('keep the rest'));
  };
  serviceWorker.register('./sw.js').then(keepRest, () => {
    // No storage, or not a secure page: it works as long as its server does.
  });
}
