import { symbolWords, type Told, titleOf, togetherOf } from './told.ts';

/** Shown by the service worker; see `packages/web/src/features/manners/worker-push.ts`. */
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

const cut = (text: string, most: number): string => {
	const signs = [...text];
	return signs.length <= most ? text : `${signs.slice(0, most - 1).join('')}…`;
};

const bodyOf = ({ notice, text }: Told): string => (notice === null ? (text ?? '') : symbolWords(notice.entered, MOST_TICKERS));

export const pushPayload = (id: string, told: readonly Told[], label: string | null): PushPayload => {
	const [first] = told;
	const isOne = first !== undefined && told.length === 1;
	const body = isOne ? bodyOf(first) : told.map(titleOf).join(' · ');
	return {
		id,
		title: cut(isOne ? titleOf(first) : togetherOf(told), TITLE),
		body: cut(label === null ? body : `${label} · ${body}`, BODY),
		path: isOne ? first.path : '/messages',
	};
};
