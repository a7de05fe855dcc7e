import type { InformationState } from './information.ts';

/** Restricts a list to tickers with a filing, without one, or with either state known. */
export const INFORMATION_CHOICES = ['with', 'without', 'known'] as const;
export type InformationChoice = (typeof INFORMATION_CHOICES)[number];

export function matchesChoice(state: InformationState, choice: InformationChoice): boolean {
	return choice === 'known' ? state !== 'unknown' : state === (choice === 'with' ? 'yes' : 'no');
}
