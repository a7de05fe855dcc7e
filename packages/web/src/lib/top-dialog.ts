import { useSyncExternalStore } from 'react';

const openDialog = (): HTMLDialogElement | null => [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].at(-1) ?? null;

const watch = (changed: () => void): (() => void) => {
	const observer = new MutationObserver(changed);
	observer.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['open'] });
	return () => observer.disconnect();
};

/** The modal dialog that is open. The browser paints it over everything else and lets nothing outside of it be reached. */
export const useTopDialog = (): HTMLDialogElement | null => useSyncExternalStore(watch, openDialog, () => null);
