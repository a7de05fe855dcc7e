import { type DeliveryContent, enteredWithFilings, summaryTitle, symbolWords, titleOf } from './delivery-content.ts';

/** Shown by the service worker; see `packages/web/src/features/consent/worker-push.ts`. */
export interface PushPayload {
	/** ID of the delivery: the same for each attempt, so that it is shown once. */
	readonly id: string;
	readonly title: string;
	readonly body: string;
	/** Path on this site that opens on click. */
	readonly path: string;
}

/** Most characters; screens show fewer, and the whole must stay far below the limit of push services. */
const [TITLE, BODY] = [80, 200];
const MOST_TICKERS = 8;

export function pushPayload(id: string, reported: readonly DeliveryContent[], label: string | null): PushPayload {
	const [first] = reported;
	const isOne = first !== undefined && reported.length === 1;
	const body = isOne ? bodyOf(first) : reported.map(titleOf).join(' · ');
	return {
		id,
		title: cut(isOne ? titleOf(first) : summaryTitle(reported), TITLE),
		body: cut(label === null ? body : `${label} · ${body}`, BODY),
		path: isOne ? first.path : '/messages',
	};
}

function bodyOf({ notice: alert, text }: DeliveryContent): string {
	return alert === null ? (text ?? '') : symbolWords(enteredWithFilings(alert), MOST_TICKERS);
}

function cut(text: string, limit: number): string {
	const signs = [...text];
	return signs.length <= limit ? text : `${signs.slice(0, limit - 1).join('')}…`;
}
