/** Words of copying a text. */
export const copyWords = {
	copy: 'Copy',
	copyNamed: (label: string) => `Copy ${label}`,
	copied: 'It is copied.',
	notCopied: 'The browser would not copy it: mark it and copy it yourself.',
} as const;
