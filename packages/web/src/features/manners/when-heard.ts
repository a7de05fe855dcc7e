/**
 * Acts once the page responds to input. Until the application has hydrated its page it swallows keys and clicks, those next to it included, and
 * anything added to the page would be in its way.
 */
export const whenHeard = (act: () => void, root: HTMLElement = document.documentElement): void => {
	const isThere = (): boolean => root.dataset['hydrated'] !== undefined;
	if (isThere()) {
		act();
		return;
	}
	const watcher = new MutationObserver(() => {
		if (!isThere()) return;
		watcher.disconnect();
		act();
	});
	watcher.observe(root, { attributeFilter: ['data-hydrated'] });
};
