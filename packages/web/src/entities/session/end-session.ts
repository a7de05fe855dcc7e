import { ApiError } from '../../lib/api/api-error.ts';
import type { Api } from '../../lib/api/client.ts';

/**
 * Ends the session on the server, and stops push messages to this browser. Returns the sign-out URL of an external identity provider, if any.
 * If the server can't be reached, it rejects and the reader stays signed in: scripts can't delete the cookies, so the next user of this
 * browser would have the same session.
 */
export async function endSession(api: Api): Promise<string | undefined> {
	const push = await import('../inbox/push-browser.ts').catch(() => undefined);
	await push?.removeThisPushBrowser(api).catch(() => {});
	let url: string | undefined;
	try {
		url = (await api.accounts.logoff({ body: {} }))?.url;
	} catch (error) {
		// With status 401, the server has already ended the session.
		if (!(error instanceof ApiError && error.status === 401)) throw error;
	}
	// Not awaited, because the push service can be slow, and this browser gets no more messages anyway.
	push?.pushBrowser.unsubscribe().catch(() => {});
	return url;
}
