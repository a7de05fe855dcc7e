import type { InformationState } from './information.ts';

/** Narrowing of a list: with a filing, without one, or with either known. */
export const INFORMATION_CHOICES = ['with', 'without', 'known'] as const;
export type InformationChoice = (typeof INFORMATION_CHOICES)[number];

export function isChosen(state: InformationState, choice: InformationChoice): boolean {
	return choice === 'known' ? state !== 'unknown' : state === (choice === 'with' ? 'yes' : 'no');
}
