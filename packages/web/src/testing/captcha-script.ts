import { vi } from 'vitest';

/** Intercepts captcha scripts: `simulateLoad` is called in place of each load, and returns whether it succeeds. Returns the URLs requested so far. */
export function interceptCaptchaScripts(simulateLoad: () => boolean): string[] {
	const requestedUrls: string[] = [];
	const append = document.head.append.bind(document.head);
	vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
		for (const node of nodes) {
			if (!(node instanceof HTMLScriptElement)) {
				append(node);
				continue;
			}
			requestedUrls.push(node.src);
			const isLoaded = simulateLoad();
			queueMicrotask(() => node.dispatchEvent(new Event(isLoaded ? 'load' : 'error')));
		}
	});
	return requestedUrls;
}
