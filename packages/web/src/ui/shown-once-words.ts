/** Words of what is shown once. */
export const shownOnceWords = {
	copy: 'Copy',
	copyNamed: (label: string) => `Copy ${label}`,
	copied: 'It is copied.',
	notCopied: 'The browser would not copy it: mark it and copy it yourself.',
	kept: 'I have kept it',
} as const;
