import { useSyncExternalStore } from 'react';

export function topDialog(): Element | null {
	return [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.fullscreenElement;
}

const watch = (changed: () => void): (() => void) => {
	const observer = new MutationObserver(changed);
	observer.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['open'] });
	document.addEventListener('fullscreenchange', changed);
	return () => {
		observer.disconnect();
		document.removeEventListener('fullscreenchange', changed);
	};
};

/** The modal dialog that is open, or what fills the screen. The browser paints it over everything else and lets nothing outside of it be reached. */
export const useTopDialog = (): Element | null => useSyncExternalStore(watch, topDialog, () => null);
