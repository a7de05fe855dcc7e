import type { ApiTransport } from '@sw/contract/client/transport';
import { ApiError } from '../../lib/api/api-error.ts';
import type { Api } from '../../lib/api/client.ts';
import { createKeeper, type Keeper, type TabMessage } from './keeper.ts';
import { accessLife } from './session-query.ts';
import { wasSignedIn } from './stored-user.ts';

const NAME = 'signalwheel-session';

export interface SessionEvents {
	onEnded(): void;
	onSignedIn(): void;
}

let keeper: Keeper | undefined;

/** The page's only keeper, once it has started. */
export function sessionKeeper(): Keeper | undefined {
	return keeper;
}

/** Starts it with the browser's locks and channels; the returned function stops it. `api` must not be the one that refreshes automatically. */
export function startSession(api: Api, events: SessionEvents): () => void {
	const channel = new BroadcastChannel(NAME);
	const started = createKeeper({
		refresh: async () => {
			try {
				return accessLife(await api.accounts.refresh({ body: {} }));
			} catch (error) {
				if (error instanceof ApiError && error.status === 401) return null;
				throw error;
			}
		},
		alone,
		notify: (message) => channel.postMessage(message),
		now: () => Date.now(),
		after: (ms, callback) => {
			const timer = setTimeout(callback, ms);
			return () => clearTimeout(timer);
		},
		...events,
	});
	channel.onmessage = ({ data }: MessageEvent<TabMessage>) => started.receive(data);
	keeper = started;
	return () => {
		started.stop();
		channel.close();
		keeper = undefined;
	};
}

function alone<T>(work: () => Promise<T>): Promise<T> {
	return navigator.locks ? (navigator.locks.request(NAME, work) as Promise<T>) : work();
}

/** Calls that answer 401 for other reasons. */
const OWN_401 = /^\/api\/auth\/(?:login|refresh|signup)/;

/** The same transport; a call with an expired token is retried once with a new one. */
export function retryWithFreshToken(transport: ApiTransport): ApiTransport {
	return async (request) => {
		const reply = await transport(request);
		if (reply.status !== 401 || OWN_401.test(request.url) || !keeper || !wasSignedIn()) return reply;
		return (await keeper.refreshNow()) ? transport(request) : reply;
	};
}
