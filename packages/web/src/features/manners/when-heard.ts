/**
 * Acts once the page hears its readers. Until the application has taken its page over it swallows keys and clicks, those in what stands beside it too, and
 * what is added to the page would be in its way.
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
