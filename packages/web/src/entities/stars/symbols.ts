/** Where answers hold tickers: lists, and alerts in messages. */
export const HOLDERS = ['items', 'notice', 'entered', 'left'] as const;

interface Named {
	ticker_id: number;
	ticker: string;
}

const isNamed = (value: object): value is Named => 'ticker_id' in value && 'ticker' in value && typeof value.ticker === 'string';

/** The symbol that an answer has for a ticker, at any depth; undefined where it has none. */
const symbolIn = (answer: unknown, id: number): string | undefined => {
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
