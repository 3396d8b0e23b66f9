// Whether a match is shown: then the house keeps out of its way.
export const playing = $state({ now: false });
