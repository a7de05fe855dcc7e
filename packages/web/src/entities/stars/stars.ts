interface Starred {
	ticker_id: number;
	favorite: boolean;
}

const isStarred = (value: unknown): value is Starred =>
	typeof value === 'object' && value !== null && 'ticker_id' in value && 'favorite' in value;

/** An answer with the star of one ticker set, wherever it stands in it; the same object when it is not in it. */
export const withStar = (answer: unknown, id: number, favorite: boolean): unknown => {
	if (isStarred(answer)) return answer.ticker_id === id && answer.favorite !== favorite ? { ...answer, favorite } : answer;
	if (typeof answer !== 'object' || answer === null || !('items' in answer) || !Array.isArray(answer.items)) return answer;
	const before: unknown[] = answer.items;
	const items = before.map((item) => withStar(item, id, favorite));
	return items.some((item, i) => item !== before[i]) ? { ...answer, items } : answer;
};
