import { useEffect } from 'react';

/** Names the tab of the browser like the heading of the page, so that a person finds it among others. */
export function usePageTitle(): void {
  useEffect(() => {
    const rename = (): void => {
      const heading = document.querySelector('main h1')?.textContent;
      const title = heading ? `${heading} · Probity` : 'Probity';
      if (document.title !== title) document.title = title;
    };
    rename();
    const observer = new MutationObserver(rename);
    observer.observe(document.querySelector('main')!, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, []);
}
