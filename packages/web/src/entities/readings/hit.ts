import type { Tab } from '@sw/domain/signals/sector';

/** Definition of a hit, shown next to every hit rate. Coiled springs are judged by the size of the move, whatever its direction. */
export function hitSentence(tab: Tab): string {
	return tab === 'coiled_spring'
		? 'A hit: within that many bars the price moved further, up or down, than it usually does.'
		: 'A hit: within that many bars the price moved further in the candidate’s direction than the median ticker of its size, after costs.';
}
