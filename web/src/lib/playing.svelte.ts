// Whether a match is shown: then the site's header is hidden.
export const playing = $state({ now: false });
