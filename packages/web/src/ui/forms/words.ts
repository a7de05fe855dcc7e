/** Texts of all forms. */
export const formWords = {
	show: 'Show',
	hide: 'Hide',
	showPassword: 'Show password',
	needsScript: 'Forms need JavaScript. Turn it on for this site.',
} as const;
