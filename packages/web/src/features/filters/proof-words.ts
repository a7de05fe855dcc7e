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
