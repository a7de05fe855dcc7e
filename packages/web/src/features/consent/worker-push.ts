/** Content of a push notification, and what a click on it opens. The server sends a `PushPayload`. */

interface NotificationContent {
	readonly title: string;
	readonly body: string;
	/** A notification replaces an earlier one with the same tag. */
	readonly tag: string;
	/** Relative to the service worker. */
	readonly icon: string;
	readonly data: { readonly path: string };
}

const ICON = 'icon-192.png';
/** Shown if the payload can't be read, because browsers require a notification for every push. */
const FALLBACK = { title: 'Signalwheel', body: 'You have new messages.', id: 'news', path: '/messages' };

/** Returns the path of this site that a click opens: the messages, if `data` has no valid path. */
export function targetPath(data: unknown): string {
	const { path } = (data ?? {}) as { path?: unknown };
	return typeof path === 'string' && /^\/(?![/\\])[^\\]*$/.test(path) ? path : FALLBACK.path;
}

/** Parses a push payload. The fallback replaces missing or malformed parts. */
export function parsePush(text: string | undefined): NotificationContent {
	let payload: Record<string, unknown> = {};
	try {
		payload = Object(JSON.parse(text ?? '')) as Record<string, unknown>;
	} catch {
		// Not JSON: the fallback is shown.
	}
	return {
		title: readText(payload['title'], FALLBACK.title),
		body: readText(payload['body'], 'title' in payload ? '' : FALLBACK.body),
		tag: readText(payload['id'], FALLBACK.id),
		icon: ICON,
		data: { path: targetPath(payload) },
	};
}

function readText(value: unknown, fallback: string): string {
	return typeof value === 'string' && value !== '' ? value : fallback;
}

/** The part of the worker's `Clients` API used here. `matchAll` also finds windows that this worker doesn't control. */
export interface Windows {
	matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly { readonly url: string; focus(): Promise<unknown> }[]>;
	openWindow(url: string): Promise<unknown>;
}

/** Focuses a window that shows the URL, or opens a new one. Other open windows keep their pages. */
export async function openUrl(targetUrl: string, windows: Windows): Promise<void> {
	const openWindows = await windows.matchAll({ type: 'window', includeUncontrolled: true });
	const existing = openWindows.find(({ url }) => url === targetUrl);
	await (existing ? existing.focus() : windows.openWindow(targetUrl));
}
