import type { Tab } from '@sw/domain/signals/sector';

/** Explains the term next to every hit rate. Coiled springs are judged on size. */
export function hitSentence(tab: Tab): string {
	return tab === 'coiled_spring'
		? 'A hit: within that many bars the price moved further, up or down, than it usually does.'
		: 'A hit: within that many bars the price moved further in the candidate’s direction than the median ticker of its size, after costs.';
}
