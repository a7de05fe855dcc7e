export type TickerAction = 'next' | 'previous' | 'back' | 'star' | 'freeze';

const ACTIONS: Readonly<Record<string, TickerAction>> = {
	ArrowRight: 'next',
	j: 'next',
	ArrowLeft: 'previous',
	k: 'previous',
	Escape: 'back',
	f: 'star',
	x: 'freeze',
};

/** What a key means on the page of a ticker; undefined for one that means nothing. */
export const tickerAction = ({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): TickerAction | undefined => {
	if (key === ' ') return shiftKey ? 'previous' : 'next';
	return shiftKey ? undefined : ACTIONS[key];
};

/** What has keys of its own: the wheel's cells, the chart's bars, regions that scroll, and whatever the space bar presses. */
const OWN_ARROWS = '[data-slice], [data-scrolls], [data-walks]';
const OWN_SPACE = 'button, summary, input, [data-scrolls]';

/** Whether the focused element wants a key for itself. */
export const isOwnKey = (key: string, focused: Element | null): boolean =>
	focused?.closest(key === ' ' ? OWN_SPACE : key.startsWith('Arrow') ? OWN_ARROWS : 'select') != null;
