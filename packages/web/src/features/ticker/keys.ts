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
export function findTickerAction({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): TickerAction | undefined {
	if (key === ' ') return shiftKey ? 'previous' : 'next';
	return shiftKey ? undefined : ACTIONS[key];
}

/** Elements that use these keys themselves: the wheel's cells, the chart's bars, scrolling regions, and everything that the space bar presses. */
const ARROW_KEY_HANDLERS = '[data-slice], [data-scrolls], [data-walks]';
const SPACE_KEY_HANDLERS = 'button, summary, input, [data-scrolls]';

/** Returns whether the focused element handles the key itself. */
export function isHandledByElement(key: string, focused: Element | null): boolean {
	return focused?.closest(key === ' ' ? SPACE_KEY_HANDLERS : key.startsWith('Arrow') ? ARROW_KEY_HANDLERS : 'select') != null;
}
