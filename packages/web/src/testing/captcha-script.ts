import { vi } from 'vitest';

/** Keeps scripts of captchas from being fetched: `come` is called in their place, and says whether the script came. The answer is the addresses asked for. */
export const captchaScripts = (come: () => boolean): string[] => {
	const asked: string[] = [];
	const append = document.head.append.bind(document.head);
	vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
		for (const node of nodes) {
			if (!(node instanceof HTMLScriptElement)) {
				append(node);
				continue;
			}
			asked.push(node.src);
			const came = come();
			queueMicrotask(() => node.dispatchEvent(new Event(came ? 'load' : 'error')));
		}
	});
	return asked;
};
