/** The keys of every page, and what they do. */
export const keysWords = {
	close: 'Close',
	list: [
		['j k ← ↑ ↓ →', 'walk between cards'],
		['Enter', 'open the ticker'],
		['f', 'put a star on the card or the ticker, or take it away'],
		['t', 'turn the card over'],
		['x', 'freeze the card or the ticker'],
		['Ctrl Z', 'take back what a message offers to undo'],
		['1 – 4', 'open a tab'],
		['Space, Shift Space', 'next and previous ticker of the list'],
		['/ or Ctrl K', 'search'],
		['Esc', 'from a ticker back to its list'],
		['?', 'show these keys'],
	],
} as const;
