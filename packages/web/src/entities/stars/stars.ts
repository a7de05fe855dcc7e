interface Starred {
	ticker_id: number;
	favorite: boolean;
}

const isStarred = (value: unknown): value is Starred =>
	typeof value === 'object' && value !== null && 'ticker_id' in value && 'favorite' in value;

/** Where answers hold tickers: lists, and alerts in messages. */
const HOLDERS = ['items', 'notice', 'entered', 'left'] as const;

/** An answer with the star of one ticker set, at any depth; the same object when the ticker is not in it. */
export const withStar = (answer: unknown, id: number, favorite: boolean): unknown => {
	if (Array.isArray(answer)) {
		const items = answer.map((item) => withStar(item, id, favorite));
		return items.some((item, i) => item !== answer[i]) ? items : answer;
	}
	if (isStarred(answer)) return answer.ticker_id === id && answer.favorite !== favorite ? { ...answer, favorite } : answer;
	if (typeof answer !== 'object' || answer === null) return answer;
	const held = answer as Partial<Record<(typeof HOLDERS)[number], unknown>>;
	const changed = HOLDERS.flatMap((key) => {
		const after = withStar(held[key], id, favorite);
		return after === held[key] ? [] : [[key, after] as const];
	});
	return changed.length > 0 ? { ...answer, ...Object.fromEntries(changed) } : answer;
};

interface Named {
	ticker_id: number;
	ticker: string;
}

const isNamed = (value: object): value is Named => 'ticker_id' in value && 'ticker' in value && typeof value.ticker === 'string';

/** The symbol that an answer has for a ticker, at any depth; undefined where it has none. */
export const symbolIn = (answer: unknown, id: number): string | undefined => {
	if (typeof answer !== 'object' || answer === null) return undefined;
	if (!Array.isArray(answer) && isNamed(answer)) return answer.ticker_id === id ? answer.ticker : undefined;
	const held = answer as Partial<Record<(typeof HOLDERS)[number], unknown>>;
	for (const one of Array.isArray(answer) ? answer : HOLDERS.map((key) => held[key])) {
		const symbol = symbolIn(one, id);
		if (symbol !== undefined) return symbol;
	}
	return undefined;
};

/** Symbols that toasts list; of more, they say how many. */
const MOST_NAMED = 3;

/** The tickers by name where they are few and known; undefined for a toast that says how many. */
export const symbolsText = (answers: readonly unknown[], ids: readonly number[]): string | undefined => {
	if (ids.length > MOST_NAMED) return undefined;
	const symbols = ids.map((id) => symbolIn(answers, id));
	return symbols.includes(undefined) ? undefined : symbols.join(', ');
};
