import { formatCount } from '../../lib/format/numbers.ts';

/** Texts of the proof of a saved filter. */
export const proofWords = {
	title: (filter: string) => `Proof of ${filter}`,
	loading: 'Loading the proof...',
	failed: 'Couldn’t load the stamps of this filter.',
	witnessed: (instant: string, by: string) => `This definition existed before ${instant}, by ${by}.`,
	refused: (fault: string) => `A stamp is invalid: ${fault}.`,
	waiting: 'No outside witness has stamped this definition yet. Filters are stamped after the close of each session.',
	off: 'Outside witnesses are turned off on this server: the file shows the definition but doesn’t prove when it existed.',
	download: 'Download proof',
	downloadNamed: (filter: string) => `Download proof of ${filter}`,
	content: 'The file contains the definition of this filter only.',
	check: 'How to check it',
} as const;

/** Texts of the overfitting estimate; loaded with it. */
export const overfittingWords = {
	title: 'Choice among your filters',
	ask: 'How will your best filter do next time?',
	waiting: 'Measuring your filters over all past reports. This can take a minute.',
	failed: 'Couldn’t measure your filters.',
	few: (least: number) => `Not enough data: this needs ${least} filters and sixteen sessions with reports.`,
	chance: (share: string) => `Chance that the best of your filters is below your median filter next time: ${share}.`,
	meaning: (filters: number, sessions: number) =>
		`${formatCount(filters)} filters over ${formatCount(sessions)} sessions, cut into halves in all ways: the best in one half, ranked in the other. About 50 % means that your filters differ by luck only. Hypothetical.`,
} as const;
