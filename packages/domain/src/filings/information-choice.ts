import type { InformationState } from './information.ts';

/** Choices that restrict a list to tickers with a filing, without a filing, or with either state known. */
export const INFORMATION_CHOICES = ['with', 'without', 'known'] as const;
export type InformationChoice = (typeof INFORMATION_CHOICES)[number];

export function matchesChoice(state: InformationState, choice: InformationChoice): boolean {
	return choice === 'known' ? state !== 'unknown' : state === (choice === 'with' ? 'yes' : 'no');
}
