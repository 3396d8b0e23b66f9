// How wide an element is, told after it was laid out: asking for it earlier would lay out the whole page at once.
import type { Attachment } from 'svelte/attachments';

export function observeWidth(report: (width: number) => void): Attachment<HTMLElement> {
  return (element) => {
    const observer = new ResizeObserver(([entry]) => report(Math.round(entry!.contentRect.width)));
    observer.observe(element);
    return () => observer.disconnect();
  };
}
