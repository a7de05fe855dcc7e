/** Texts of the proof of a saved filter. */
export const proofWords = {
	title: (filter: string) => `Proof of ${filter}`,
	loading: 'Loading the proof...',
	failed: 'Couldn’t load the stamps of this filter.',
	witnessed: (instant: string, by: string) => `This definition existed before ${instant}, by ${by}.`,
	refused: (fault: string) => `A stamp is refused: ${fault}.`,
	waiting: 'No outside witness has stamped this definition yet. Filters are stamped after the close of each session.',
	off: 'Outside witnesses are switched off on this server: the file shows the definition, but proves no time.',
	download: 'Download proof',
	downloadNamed: (filter: string) => `Download proof of ${filter}`,
	content: 'The file holds the definition of this filter and of no other.',
	check: 'How to check it',
} as const;
