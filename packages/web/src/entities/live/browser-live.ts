import { routes } from 'virtual:routes';
import { sitePath } from '../../lib/address/site-path.ts';
import { sessionKeeper } from '../session/browser-session.tsx';
import { type HubCall, keepOneConnection, type LiveEvent, listenToHub, type TabParts } from './hub-client.ts';

const UNAUTHORIZED = 401;
/** Name of the lock and of the channel. */
const NAME = 'signalwheel-live';

const wait: TabParts['wait'] = (ms, signal) =>
	new Promise((resolve, reject) => {
		const timer = setTimeout(resolve, ms);
		signal.addEventListener('abort', () => {
			clearTimeout(timer);
			reject(signal.reason);
		});
	});

/** Messages from the tab with the connection to the other tabs. */
type LiveMessage = LiveEvent | 'up' | 'down';

/** Passes on every event and every change of the connection, even if another tab has the connection. Returns a function that stops this. */
export function subscribeToEvents(handleEvent: (event: LiveEvent) => void, onConnection: (isConnected: boolean) => void): () => void {
	const controller = new AbortController();
	const channel = new BroadcastChannel(NAME);
	channel.onmessage = ({ data }: MessageEvent<LiveMessage>) =>
		data === 'up' || data === 'down' ? onConnection(data === 'up') : handleEvent(data);
	const notify = (message: LiveMessage): void => channel.postMessage(message);
	const parts: TabParts = {
		withLock: async (task, signal) => {
			if (navigator.locks) await navigator.locks.request(NAME, { signal }, task);
			else await task();
		},
		notify,
		onConnection: (isConnected) => {
			notify(isConnected ? 'up' : 'down');
			onConnection(isConnected);
		},
		wait,
		log: (message) => console.info(message),
	};
	void keepOneConnection(
		parts,
		(onConnected, onEvent, signal) => listenToHub(hubCall(signal), onConnected, onEvent),
		handleEvent,
		controller.signal,
	);
	return () => {
		controller.abort();
		channel.close();
	};
}

function hubCall(signal: AbortSignal): HubCall {
	return async (method, query, body) => {
		const [, path] = routes.hub.poll;
		const url = query === 'negotiate' ? `${routes.hub.negotiate[1]}?negotiateVersion=1` : `${path}?id=${query}`;
		// The request that closes the connection must still be sent while everything else is aborted.
		const abortOptions: RequestInit = method === 'DELETE' ? { keepalive: true } : { signal };
		const bodyOptions: RequestInit = body === undefined ? {} : { body, headers: { 'content-type': 'text/plain;charset=UTF-8' } };
		const send = () => fetch(sitePath(url), { method, credentials: 'same-origin', ...abortOptions, ...bodyOptions });
		const firstResponse = await send();
		// After the device was asleep, the token can have expired.
		const response = firstResponse.status === UNAUTHORIZED && (await sessionKeeper()?.refreshNow()) ? await send() : firstResponse;
		return { status: response.status, text: await response.text() };
	};
}
