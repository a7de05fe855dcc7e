import type { Tab } from '@sw/domain/signals/sector';

/** Defines a hit in a sentence that is shown next to every hit rate. For coiled springs, only the size of the move counts, not its direction. */
export function hitSentence(tab: Tab): string {
	return tab === 'coiled_spring'
		? 'A hit: within that many bars the price moved further, up or down, than it usually does.'
		: 'A hit: within that many bars the price moved further in the candidate’s direction than the median ticker of its size, after costs.';
}
