/** Texts of buttons that copy something to the clipboard, and of their snackbars. */
export const copyWords = {
	copy: 'Copy',
	copyNamed: (label: string) => `Copy ${label}`,
	copied: 'Copied.',
	notCopied: 'Couldn’t copy. Select the text and copy it yourself.',
} as const;
