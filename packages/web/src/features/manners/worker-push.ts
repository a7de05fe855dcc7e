/** What is shown of a push, and what a click on it opens. The server makes it: `PushPayload` of its inbox. */

interface Shown {
	readonly title: string;
	readonly body: string;
	/** One that is sent again takes the place of the first. */
	readonly tag: string;
	readonly icon: string;
	readonly data: { readonly path: string };
}

const ICON = '/icon-192.png';
/** Browsers want something to be shown of every push, whatever it holds. */
const ANY = { title: 'Signalwheel', body: 'You have new messages.', id: 'news', path: '/messages' };

const textOf = (value: unknown, fallback: string): string => (typeof value === 'string' && value !== '' ? value : fallback);

/** A path of this site; anything else leads to the messages. */
export const pathOf = (data: unknown): string => {
	const { path } = (data ?? {}) as { path?: unknown };
	return typeof path === 'string' && /^\/(?![/\\])[^\\]*$/.test(path) ? path : ANY.path;
};

export const shownOf = (text: string | undefined): Shown => {
	let told: Record<string, unknown> = {};
	try {
		told = Object(JSON.parse(text ?? '')) as Record<string, unknown>;
	} catch {
		// Shown as any.
	}
	return {
		title: textOf(told['title'], ANY.title),
		body: textOf(told['body'], 'title' in told ? '' : ANY.body),
		tag: textOf(told['id'], ANY.id),
		icon: ICON,
		data: { path: pathOf(told) },
	};
};

/** The windows of this site, open in whatever state: what of the worker's clients is used. */
export interface Windows {
	matchAll(which: { type: 'window'; includeUncontrolled: true }): Promise<readonly { readonly url: string; focus(): Promise<unknown> }[]>;
	openWindow(url: string): Promise<unknown>;
}

/** A window that is there comes to the front; no other one is led away from what its reader does in it. */
export const goTo = async (address: string, windows: Windows): Promise<void> => {
	const open = await windows.matchAll({ type: 'window', includeUncontrolled: true });
	const there = open.find(({ url }) => url === address);
	await (there ? there.focus() : windows.openWindow(address));
};
