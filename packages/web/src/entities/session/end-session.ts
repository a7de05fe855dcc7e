import { ApiError } from '../../lib/api/api-error.ts';
import type { Api } from '../../lib/api/client.ts';

/**
 * Ends the session on the server, and stops push messages to this browser. Returns the URL for signing out at the session's identity provider, if any.
 * Rejects if the server can't be reached. The reader then stays signed in: scripts can't delete the cookies, so the next user of this browser would be
 * signed in as this reader.
 */
export async function endSession(api: Api): Promise<string | undefined> {
	const push = await import('../inbox/push-browser.ts').catch(() => undefined);
	await push?.removeThisPushBrowser(api).catch(() => {});
	let url: string | undefined;
	try {
		url = (await api.accounts.logoff({ body: {} }))?.url;
	} catch (error) {
		// The server has already ended it.
		if (!(error instanceof ApiError && error.status === 401)) throw error;
	}
	// Not awaited: the push service can be slow, and this browser gets no more messages anyway.
	push?.pushBrowser.unsubscribe().catch(() => {});
	return url;
}
