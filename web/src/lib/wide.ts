// How wide an element is, told after it was laid out: asking for it earlier would lay out the whole page at once.
import type { Attachment } from 'svelte/attachments';

export function wide(tell: (width: number) => void): Attachment<HTMLElement> {
  return (element) => {
    const watch = new ResizeObserver(([entry]) => tell(Math.round(entry!.contentRect.width)));
    watch.observe(element);
    return () => watch.disconnect();
  };
}
