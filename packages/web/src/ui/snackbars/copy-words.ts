/** Texts of copying. */
export const copyWords = {
	copy: 'Copy',
	copyNamed: (label: string) => `Copy ${label}`,
	copied: 'Copied.',
	notCopied: 'Couldn’t copy. Select the text and copy it yourself.',
} as const;
