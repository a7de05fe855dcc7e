import { HOLDERS } from './symbols.ts';

interface Starred {
	ticker_id: number;
	favorite: boolean;
}

const isStarred = (value: unknown): value is Starred =>
	typeof value === 'object' && value !== null && 'ticker_id' in value && 'favorite' in value;

/** An answer with the star of one ticker set, at any depth; the same object if it doesn't contain the ticker. */
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
