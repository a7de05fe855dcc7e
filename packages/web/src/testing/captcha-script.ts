import { vi } from 'vitest';

/** Intercepts captcha scripts: `come` is called instead of loading one, and decides whether it loaded. Returns the requested addresses. */
export function captchaScripts(come: () => boolean): string[] {
	const sources: string[] = [];
	const append = document.head.append.bind(document.head);
	vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
		for (const node of nodes) {
			if (!(node instanceof HTMLScriptElement)) {
				append(node);
				continue;
			}
			sources.push(node.src);
			const came = come();
			queueMicrotask(() => node.dispatchEvent(new Event(came ? 'load' : 'error')));
		}
	});
	return sources;
}
