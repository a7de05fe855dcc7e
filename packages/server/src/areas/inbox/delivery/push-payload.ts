import { symbolWords, type Told, titleOf, togetherOf } from './told.ts';

/** What the service worker shows; see `packages/web/src/features/manners/worker-push.ts`. */
export interface PushPayload {
	/** Of the delivery: the same with each try, so that it is shown once. */
	readonly id: string;
	readonly title: string;
	readonly body: string;
	/** A path of this site that a click opens. */
	readonly path: string;
}

/** Characters; a screen shows less, and the whole has to stay far below what push services take. */
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
