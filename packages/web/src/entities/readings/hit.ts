import type { Tab } from '@sw/domain/signals/sector';

/** What the word means, wherever a hit rate stands. Coiled springs are judged on size. */
export const hitSentence = (tab: Tab): string =>
	tab === 'coiled_spring'
		? 'A hit: within that many bars it moved further than its bars before usually did, up or down.'
		: 'A hit: after costs, the price moved in the candidate’s direction further than the middle ticker of its size within that many bars.';
