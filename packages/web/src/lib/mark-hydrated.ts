/**
 * Marks the document as interactive. A server-rendered part that a separate script takes over later contains an element with `data-unheard`. Until that
 * script has passed this element here, the document isn't fully interactive.
 */
export function markHydrated(part?: Element | null): void {
	part?.removeAttribute('data-unheard');
	if (!document.querySelector('[data-unheard]')) document.documentElement.dataset['hydrated'] = '';
}
