import { useEffect } from 'react';

/**
 * Names the tab of the browser like the heading of the page, so that a person finds it among others. The browser keeps
 * titles after the sign-out, so a name from outside gives way to the section and the beginning of the id.
 */
export function usePageTitle(): void {
  useEffect(() => {
    const rename = (): void => {
      const title = titleOf(document.querySelector('main h1'), location.pathname);
      if (document.title !== title) document.title = title;
    };
    rename();
    const observer = new MutationObserver(rename);
    observer.observe(document.querySelector('main')!, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, []);
}

function titleOf(heading: Element | null, path: string): string {
  if (!heading?.textContent) return 'Probity';
  if (!heading.classList.contains('foreign')) return `${heading.textContent} · Probity`;
  const [section = '', id = ''] = path.split('/').slice(3); // after /desk/ and the tenant
  return `${section.replaceAll('-', ' ')} ${id.slice(0, 8)} · Probity`;
}
