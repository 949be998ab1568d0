/** Resolves when what has been drawn is on the screen: what a drawing does not wait for is fetched behind it. */
export const nextPaint = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
