/** Words of any form. */
export const formWords = {
	show: 'Show',
	hide: 'Hide',
	showPassword: 'Show the password',
	needsScript: 'Forms need JavaScript: switch it on for this site.',
} as const;
