import { formatCount } from '../../lib/format/numbers.ts';

/** Words of choosing many, of freezing, and of the viewer on small screens. */
export const selectionWords = {
	selected: (n: number) => `${formatCount(n)} selected`,
	all: 'Select this page',
	favourite: 'Favourite',
	freeze: 'Freeze …',
	done: 'Done',
	barLabel: 'Selected tickers',
	freezeTitle: (n: number) => (n === 1 ? 'Freeze 1 ticker' : `Freeze ${formatCount(n)} tickers`),
	freezeDetail: 'Frozen tickers leave the ranked lists until they thaw. You find them under Frozen List.',
	scope: 'Hide',
	reason: 'Reason',
	reasonHint: 'Optional, for yourself',
	until: 'Thaw on',
	untilHint: 'Optional: it shows again by itself on that day',
	confirm: 'Freeze',
	cancel: 'Cancel',
	viewer: 'Card viewer',
	viewerPrevious: 'Previous card',
	viewerNext: 'Next card',
	viewerTurn: 'Turn',
	viewerOpen: 'Open details',
	viewerClose: 'Close',
	viewerPlace: (place: number, of: number) => `${formatCount(place)} of ${formatCount(of)}`,
} as const;
