/** Keyboard shortcuts of every page. */
export const keysWords = {
	title: 'Keyboard shortcuts',
	close: 'Close',
	list: [
		['j k ← ↑ ↓ →', 'move between cards'],
		['Enter', 'open the ticker'],
		['f', 'add the card or ticker to favourites, or remove it'],
		['t', 'flip the card'],
		['x', 'freeze the card or the ticker'],
		['a', 'set an alert on the card, or at the selected bar of a chart'],
		['d', 'log a decision on the card'],
		['o', 'open the ticker on another site, or the links of a table’s row'],
		['Ctrl Z', 'undo the last action'],
		['1 – 4', 'open a tab'],
		['Space, Shift Space', 'next and previous ticker of the list'],
		['/ or Ctrl K', 'search'],
		['Esc', 'go back from a ticker to its list'],
		['?', 'show keyboard shortcuts'],
	],
} as const;
