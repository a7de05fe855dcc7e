import { useSyncExternalStore } from 'react';

/** Returns the open modal dialog or full-screen element. The browser shows it above everything else, and readers can't reach anything outside it. */
export function topDialog(): Element | null {
	return [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.fullscreenElement;
}

/** Returns the current `topDialog` and renders again when it changes. */
export function useTopDialog(): Element | null {
	return useSyncExternalStore(watch, topDialog, () => null);
}

function watch(onChange: () => void): () => void {
	const observer = new MutationObserver(onChange);
	observer.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['open'] });
	document.addEventListener('fullscreenchange', onChange);
	return () => {
		observer.disconnect();
		document.removeEventListener('fullscreenchange', onChange);
	};
}
