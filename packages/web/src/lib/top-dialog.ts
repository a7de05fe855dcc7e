import { useSyncExternalStore } from 'react';

/** The open modal dialog or full-screen element. The browser paints it above everything else, and nothing outside it can be reached. */
export function topDialog(): Element | null {
	return [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.fullscreenElement;
}

/** The current `topDialog`, kept up to date. */
export function useTopDialog(): Element | null {
	return useSyncExternalStore(watch, topDialog, () => null);
}

function watch(changed: () => void): () => void {
	const observer = new MutationObserver(changed);
	observer.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['open'] });
	document.addEventListener('fullscreenchange', changed);
	return () => {
		observer.disconnect();
		document.removeEventListener('fullscreenchange', changed);
	};
}
