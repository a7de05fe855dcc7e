export type TickerAction = 'next' | 'previous' | 'back' | 'star' | 'freeze' | 'open';

const ACTIONS: Readonly<Record<string, TickerAction>> = {
	ArrowRight: 'next',
	j: 'next',
	ArrowLeft: 'previous',
	k: 'previous',
	Escape: 'back',
	f: 'star',
	x: 'freeze',
	o: 'open',
};

/** Returns the action of a key on a ticker's page; undefined for other keys. */
export function tickerAction({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): TickerAction | undefined {
	if (key === ' ') return shiftKey ? 'previous' : 'next';
	return shiftKey ? undefined : ACTIONS[key];
}

/** Elements that use these keys themselves: the wheel's cells, the chart's bars, scrolling regions, and everything that the space bar presses. */
const OWN_ARROWS = '[data-slice], [data-scrolls], [data-walks]';
const OWN_SPACE = 'button, summary, input, [data-scrolls]';

/** Returns whether the focused element handles the key itself. */
export function isOwnKey(key: string, focused: Element | null): boolean {
	return focused?.closest(key === ' ' ? OWN_SPACE : key.startsWith('Arrow') ? OWN_ARROWS : 'select') != null;
}
