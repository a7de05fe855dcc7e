/**
 * The card a key moves to, from 0; `at` is -1 if no card has the focus yet. j and k always move; arrows only from a card, so that they still scroll
 * the page. Undefined if the key doesn't move.
 */
export const nextCard = (key: string, at: number, count: number, columns: number): number | undefined => {
	if (count === 0) return undefined;
	const arrowSteps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns };
	const step = key === 'j' ? 1 : key === 'k' ? -1 : at >= 0 ? arrowSteps[key] : undefined;
	if (step === undefined) return undefined;
	const to = at < 0 ? 0 : at + step;
	return to >= 0 && to < count ? to : undefined;
};
