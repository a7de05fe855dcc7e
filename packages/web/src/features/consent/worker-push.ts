/** Content of a push notification, and what a click on it opens. The server sends a `PushPayload`. */

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

/** Path of this site that a click opens. Anything that isn't such a path opens the messages. */
export function pathOf(data: unknown): string {
	const { path } = (data ?? {}) as { path?: unknown };
	return typeof path === 'string' && /^\/(?![/\\])[^\\]*$/.test(path) ? path : ANY.path;
}

/** Content of the notification for a push payload. Parts that are missing or malformed are replaced by the fallback. */
export function shownOf(text: string | undefined): Shown {
	let reported: Record<string, unknown> = {};
	try {
		reported = Object(JSON.parse(text ?? '')) as Record<string, unknown>;
	} catch {
		// Not JSON: the fallback is shown.
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

/** The part of the worker's `Clients` API used here; it includes windows that this worker doesn't control. */
export interface Windows {
	matchAll(which: { type: 'window'; includeUncontrolled: true }): Promise<readonly { readonly url: string; focus(): Promise<unknown> }[]>;
	openWindow(url: string): Promise<unknown>;
}

/** Focuses a window that shows the address, or opens a new one. It never navigates a window away from what its reader is doing. */
export async function goTo(address: string, windows: Windows): Promise<void> {
	const open = await windows.matchAll({ type: 'window', includeUncontrolled: true });
	const existing = open.find(({ url }) => url === address);
	await (existing ? existing.focus() : windows.openWindow(address));
}
