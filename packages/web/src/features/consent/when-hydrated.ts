/**
 * Runs once the page responds to input. Until the application has hydrated its page it swallows keys and clicks, also outside the page's content,
 * and anything added to the page would interfere.
 */
export function whenHydrated(act: () => void, root: HTMLElement = document.documentElement): void {
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
}
