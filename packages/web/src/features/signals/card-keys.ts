/**
 * The card to which a key leads, from 0; -1 as `at` means that no card has the focus yet.
 * j and k always walk; arrows only from a card, so that they still scroll the page. Undefined when the key leads nowhere.
 */
export const nextCard = (key: string, at: number, count: number, columns: number): number | undefined => {
	if (count === 0) return undefined;
	const arrowSteps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns };
	const step = key === 'j' ? 1 : key === 'k' ? -1 : at >= 0 ? arrowSteps[key] : undefined;
	if (step === undefined) return undefined;
	const to = at < 0 ? 0 : at + step;
	return to >= 0 && to < count ? to : undefined;
};
