/** Where answers contain tickers: lists, and alerts in messages. */
export const HOLDERS = ['items', 'notice', 'entered', 'left'] as const;

interface Named {
	ticker_id: number;
	ticker: string;
}

/** Maximum number of symbols listed in a toast; beyond that it shows a count. */
const MOST_NAMED = 3;

/** The tickers by symbol if few and known; undefined for a toast with a count. */
export function symbolsText(answers: readonly unknown[], ids: readonly number[]): string | undefined {
	if (ids.length > MOST_NAMED) return undefined;
	const symbols = ids.map((id) => symbolIn(answers, id));
	return symbols.includes(undefined) ? undefined : symbols.join(', ');
}

/** The symbol of a ticker in an answer, at any depth; undefined if there is none. */
function symbolIn(answer: unknown, id: number): string | undefined {
	if (typeof answer !== 'object' || answer === null) return undefined;
	if (!Array.isArray(answer) && isNamed(answer)) return answer.ticker_id === id ? answer.ticker : undefined;
	const held = answer as Partial<Record<(typeof HOLDERS)[number], unknown>>;
	for (const one of Array.isArray(answer) ? answer : HOLDERS.map((key) => held[key])) {
		const symbol = symbolIn(one, id);
		if (symbol !== undefined) return symbol;
	}
	return undefined;
}

function isNamed(value: object): value is Named {
	return 'ticker_id' in value && 'ticker' in value && typeof value.ticker === 'string';
}
