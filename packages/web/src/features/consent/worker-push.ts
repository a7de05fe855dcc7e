/** What a push shows, and what a click on it opens. The server creates it: `PushPayload` of its inbox. */

interface Shown {
	readonly title: string;
	readonly body: string;
	/** A repeated push replaces the first. */
	readonly tag: string;
	/** Relative to the service worker. */
	readonly icon: string;
	readonly data: { readonly path: string };
}

const ICON = 'icon-192.png';
/** Browsers require a notification for every push, whatever it contains. */
const ANY = { title: 'Signalwheel', body: 'You have new messages.', id: 'news', path: '/messages' };

/** A path of this site; anything else opens the messages. */
export function pathOf(data: unknown): string {
	const { path } = (data ?? {}) as { path?: unknown };
	return typeof path === 'string' && /^\/(?![/\\])[^\\]*$/.test(path) ? path : ANY.path;
}

export function shownOf(text: string | undefined): Shown {
	let reported: Record<string, unknown> = {};
	try {
		reported = Object(JSON.parse(text ?? '')) as Record<string, unknown>;
	} catch {
		// Shown like any other.
	}
	return {
		title: textOf(reported['title'], ANY.title),
		body: textOf(reported['body'], 'title' in reported ? '' : ANY.body),
		tag: textOf(reported['id'], ANY.id),
		icon: ICON,
		data: { path: pathOf(reported) },
	};
}

function textOf(value: unknown, fallback: string): string {
	return typeof value === 'string' && value !== '' ? value : fallback;
}

/** The open windows of this site, in any state: the part of the worker's clients API used here. */
export interface Windows {
	matchAll(which: { type: 'window'; includeUncontrolled: true }): Promise<readonly { readonly url: string; focus(): Promise<unknown> }[]>;
	openWindow(url: string): Promise<unknown>;
}

/** An open window is focused; no window is navigated away from what its reader is doing. */
export async function goTo(address: string, windows: Windows): Promise<void> {
	const open = await windows.matchAll({ type: 'window', includeUncontrolled: true });
	const existing = open.find(({ url }) => url === address);
	await (existing ? existing.focus() : windows.openWindow(address));
}
