/**
 * Marks the document as interactive. A part that a separate script controls later contains an element with `data-unheard`. The document is
 * marked only after each of these scripts has passed its element here.
 */
export function markHydrated(part?: Element | null): void {
	part?.removeAttribute('data-unheard');
	if (!document.querySelector('[data-unheard]')) document.documentElement.dataset['hydrated'] = '';
}
