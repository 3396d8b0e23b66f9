// Whether a match is shown, or being loaded: then the site's header is hidden.
const address = globalThis.location?.pathname ?? '';
export const playing = $state({ now: /^\/table\/[^/]+$/.test(address) });
