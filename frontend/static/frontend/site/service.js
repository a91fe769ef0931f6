// Where a page's questions go: to the service that drew it, or, where it was drawn in the browser itself, to the engine there.
// Such a page lies in a frame; what answers it stands on the frame's element (offline/pages.js).
const engine = window.frameElement?.engine;

/** Whether this page was drawn in the browser. */
export const drawnHere = Boolean(engine);

/** Ask as `fetch` does. */
export const ask = engine ? engine.ask : (address, init) => fetch(address, init);

/** Go to another page. */
export const go = engine ? engine.go : (address) => location.assign(address);

/** The address of this page for others. */
export const address = engine ? engine.address : () => location.href;
